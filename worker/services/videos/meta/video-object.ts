import { embedUrl } from '#contract/values/videos/embed'
import type { ReadContext } from '../../context'
import { card } from './card'
import type { PublicVideo } from './public-video'

/** Returns schema.org's VideoObject, without a URL of the file and with the neutral picture. */
export function videoObject({ config, settings }: ReadContext, video: PublicVideo, url: string) {
  const { siteOrigin } = config
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: video.title,
    description: video.description,
    url,
    embedUrl: embedUrl({ origin: siteOrigin, id: video.id }),
    thumbnailUrl: siteOrigin + card.path,
    uploadDate: video.createdAt,
    ...(video.duration !== null && { duration: `PT${Math.max(1, Math.round(video.duration))}S` }),
    author: { '@type': 'Person', name: video.uploader.username },
    publisher: { '@type': 'Organization', name: settings.siteName, url: siteOrigin },
    isFamilyFriendly: false,
    isAccessibleForFree: !video.isPremium,
    interactionStatistic: [interactions('WatchAction', video.views), interactions('LikeAction', video.likes)],
  }
}

function interactions(type: string, count: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: { '@type': type },
    userInteractionCount: count,
  }
}
