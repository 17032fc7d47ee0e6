/** Lists of videos on first screens. The worker writes them into the HTML; the web requests the same ones. */

import { counts } from '../shared/limits'

/** Parameters of `GET /api/videos`, as text. Their order matters: videosPath is a key. */
export type VideosQuery = Readonly<{
  categoryId?: string
  tag?: string
  isPremium?: 'true' | 'false'
  sort?: 'newest' | 'popular'
  limit?: string
}>

export const homeLists = {
  hero: { sort: 'popular', limit: '5' },
  popularFree: { isPremium: 'false', sort: 'popular', limit: '5' },
  premium: { isPremium: 'true', limit: '5' },
  recent: { limit: '5' },
} as const satisfies Record<string, VideosQuery>

export const premiumPageList = { isPremium: 'true', limit: '20' } as const satisfies VideosQuery

export function categoryList(categoryId: number | null): VideosQuery {
  return categoryId === null ? {} : { categoryId: String(categoryId) }
}

export function tagList(slug: string, sort: 'newest' | 'popular' = 'newest'): VideosQuery {
  return sort === 'newest' ? { tag: slug } : { tag: slug, sort }
}

/**
 * Returns the URL of the videos to watch after a video, which is their key, as with a list; it never contains
 * an unlisted video's key.
 */
export function relatedPath(videoId: number): string {
  return `/api/videos/${videoId}/related`
}

/** An account's unfinished videos on the home page, as many as a section shows. */
export const continueList = { path: '/api/account/continue', limit: counts.section } as const

/** Returns the URL of a list, which is its key in the boot data and in the web's query cache. */
export function videosPath(query: VideosQuery): string {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return text ? `/api/videos?${text}` : '/api/videos'
}
