/** Lists on first screens that not every page's code needs to know: see video-lists.ts. */

import { counts } from '../shared/limits'

/** Trending videos: a section of the home page, and its first page. */
export const trendingPath = '/api/videos/trending'
export const trendingList = {
  path: `${trendingPath}?limit=${counts.section}`,
  limit: counts.section,
} as const

/** Videos by the people whom an account follows: a section of its home page, and its first page. */
export const feedPath = '/api/account/following/videos'
export const feedList = { path: `${feedPath}?limit=${counts.section}`, limit: counts.section } as const

/** Returns the URL of an uploader's videos, which is their key, as with a list. */
export function profileVideosPath(username: string, sort: 'newest' | 'popular'): string {
  return `/api/users/${encodeURIComponent(username)}/videos?sort=${sort}`
}
