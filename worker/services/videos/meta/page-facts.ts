import type { Boot } from '../../../../contract/schemas/site/boot'
import type { ServiceContext } from '../../context'
import { listCategories } from '../categories'
import { isShownToAll, type PublicVideo, publicVideo } from './public-video'
import { videoObject } from './video-object'

/** What the head of a page that is shared or found tells. */
export interface SharedPage {
  /** Its one address. */
  url: string
  /** Of the thing alone; null is the site itself. */
  title: string | null
  description: string
  kind: 'website' | 'video.other'
  /** Address of the facts for other sites that show it. */
  oembed?: string
  /** As schema.org has it. */
  linkedData?: Record<string, unknown>
}

/** What the head of any page tells. */
export interface HeadFacts {
  title: string
  description: string
  /** Null: not for search engines, and no card. */
  shared: SharedPage | null
}

interface Asked {
  pathname: string
  /** A page without a video of its own that a search engine may list. */
  indexed: boolean
  boot: Boot
}

/**
 * The same for everybody, before the gate and behind it, since who reads it for search engines and chats has no cookie.
 * What only its owner and administrators may see has a title for them and nothing else.
 */
export async function headFacts(ctx: ServiceContext, { pathname, indexed, boot }: Asked): Promise<HeadFacts> {
  const { siteName, siteDescription } = ctx.settings
  const shared = await sharedPage(ctx, pathname, indexed, boot)
  const title = shared ? shared.title : (boot.video?.title ?? null)
  return {
    title: title === null ? siteName : `${title} · ${siteName}`,
    description: shared?.description ?? siteDescription,
    shared,
  }
}

async function sharedPage(
  ctx: ServiceContext,
  pathname: string,
  indexed: boolean,
  boot: Boot,
): Promise<SharedPage | null> {
  const [section, name] = pathname.split('/').slice(1)
  if (section === 'video' && name) {
    const video = await videoOfPage(ctx, Number(name), boot)
    return video && videoPage(ctx, video)
  }
  if (!indexed) return null
  const page = { description: ctx.settings.siteDescription, kind: 'website' } as const
  const { siteOrigin } = ctx.config
  if (section !== 'categories' || !name) return { ...page, title: null, url: siteOrigin + pathname }
  // A name that no category has shows all of them.
  const categories = boot.categories ?? (await listCategories(ctx))
  const category = categories.find(({ slug }) => slug === name)
  const path = category ? `/categories/${category.slug}` : '/categories'
  return { ...page, title: category?.name ?? null, url: siteOrigin + path }
}

/** Behind the gate the page has read it already. */
async function videoOfPage(ctx: ServiceContext, id: number, { video, ageVerified }: Boot) {
  if (video) return isShownToAll(video) ? video : null
  return ageVerified ? null : publicVideo(ctx, id)
}

function videoPage(ctx: ServiceContext, video: PublicVideo): SharedPage {
  const { siteOrigin } = ctx.config
  const url = `${siteOrigin}/video/${video.id}`
  const description = video.description || `${video.title}, by ${video.uploader.username}.`
  return {
    url,
    title: video.title,
    description,
    kind: 'video.other',
    oembed: `${siteOrigin}/oembed?${new URLSearchParams({ url })}`,
    linkedData: videoObject(ctx, { ...video, description }, url),
  }
}
