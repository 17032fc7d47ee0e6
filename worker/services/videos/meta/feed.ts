import { publicVideos, type VideoRow } from '#db/queries/videos/video'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { type PublicVideo, publicView } from './public-video'
import { xmlDocument, xmlElement, xmlText } from './xml'

const entries = 50

/** Returns the newest public videos as an Atom feed, as text without pictures. */
export async function newestForFeed(ctx: ServiceContext): Promise<string> {
  const [rows] = await ctx.near.batch([publicVideos(ctx.db, { sort: 'newest', limit: entries })])
  const videos = rows.map(feedVideo)
  const { siteOrigin } = ctx.config
  const { siteName, siteDescription } = ctx.settings
  const address = `${siteOrigin}/feed.xml`
  return xmlDocument(
    [
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      xmlElement('id', address),
      xmlElement('title', siteName),
      xmlElement('subtitle', siteDescription),
      link('self', address),
      link('alternate', `${siteOrigin}/`),
      xmlElement('updated', latestOf(videos)),
      ...videos.map((video) => entry(video, `${siteOrigin}/video/${video.id}`)),
      '</feed>',
    ].join(''),
  )
}

interface FeedVideo extends PublicVideo {
  updatedAt: string
}

function feedVideo(row: VideoRow): FeedVideo {
  return { ...publicView(row), updatedAt: isoTime(Math.max(row.createdAt, row.editedAt ?? 0)) }
}

/** Returns when the feed last changed: a new video, or an edited one. */
function latestOf(videos: FeedVideo[]): string {
  const times = videos.map(({ updatedAt }) => updatedAt)
  return times.toSorted().at(-1) ?? isoTime(0)
}

function entry(video: FeedVideo, url: string): string {
  return [
    '<entry>',
    xmlElement('id', url),
    xmlElement('title', video.title),
    link('alternate', url),
    xmlElement('published', video.createdAt),
    xmlElement('updated', video.updatedAt),
    `<author>${xmlElement('name', video.uploader.username)}</author>`,
    video.description ? xmlElement('summary', video.description) : '',
    '</entry>',
  ].join('')
}

function link(relation: string, address: string): string {
  return `<link rel="${relation}" href="${xmlText(address)}"/>`
}
