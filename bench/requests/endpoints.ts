import type { Comment } from '#contract/schemas/videos/comments'
import type { VideoList } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { siteOrigin } from '#tools/site/local'

// The site's hot paths, each with the cost of a request by the worker's own counts.

export interface Endpoint {
  name: string
  /** A function where the URL is signed again each time. */
  path: string | (() => Promise<string>)
  /** Rows that it may read. The rows of a video's ladder are noted next to it. */
  rows: number
  /** The account that sends the request; a visitor by default. */
  signedIn?: 'viewer' | 'creator' | 'admin'
}

export const endpoints: Endpoint[] = [
  { name: 'newest 5', path: '/api/videos?limit=5', rows: 12 },
  { name: 'popular free 5', path: '/api/videos?isPremium=false&sort=popular&limit=5', rows: 12 },
  { name: 'premium 20', path: '/api/videos?isPremium=true&limit=20', rows: 45 },
  { name: 'category, first page of 24', path: '/api/videos?categoryId=2', rows: 55 },
  {
    name: 'category and class, popular',
    path: '/api/videos?categoryId=2&isPremium=false&sort=popular',
    rows: 55,
  },
  // A row of the tag's list, the video and its account, and the tag itself, which may be merged or blocked.
  { name: 'tag, first page of 24', path: '/api/videos?tag=filler', rows: 80 },
  // The most popular of its newest 500: a row of the list and a video for each.
  { name: 'tag, popular', path: '/api/videos?tag=filler&sort=popular', rows: 1650 },
  // The most used of up to 200 tags that begin like this, from an index that holds both.
  { name: 'tags that begin with', path: '/api/tags?q=filler', rows: 220 },
  { name: 'categories', path: '/api/categories', rows: 12 },
  // Two rows for video and account, one per rendition and caption track, and one past the end of each of the
  // two ranges. This video has two renditions and two tracks. Two for each of its four tags.
  { name: 'one video, with its ladder', path: '/api/videos/1', rows: 16 },
  // With too few in tag and category, videos of the uploader and popular ones are read, some of them in vain.
  { name: 'related to a video', path: '/api/videos/1/related', rows: 60 },
  // One row for the video, two per rendition, and one past the end.
  { name: 'master playlist', path: () => sourceOf('/master.m3u8'), rows: 6 },
  { name: 'playlist of a rendition', path: () => sourceOf('p.m3u8'), rows: 1 },
  { name: 'segment', path: segmentOf, rows: 0 },
  // The matches looked at, each also for its row and for its place among the others: see decision 040.
  { name: 'search, a word', path: '/api/search?q=light', rows: 1600 },
  { name: 'search, a word that all have', path: '/api/search?q=filler', rows: 1600 },
  // The word as typed finds nothing; the corrected one is searched next.
  { name: 'search, misspelled', path: '/api/search?q=ligth', rows: 1650 },
  // The titles of 40 videos, the uploaders of 40, and 200 tags.
  { name: 'suggestions', path: '/api/search/suggest?q=fi', rows: 500 },
  {
    name: 'category, best rated in 720p',
    path: '/api/search?categoryId=2&sort=rated&quality=720',
    rows: 1600,
  },
  { name: 'settings', path: '/api/settings', rows: 0 },
  // Five lists of five, with one row more each, the account of each video, and each category with its premium stock.
  { name: 'home, HTML with boot data', path: '/', rows: 81 },
  { name: 'trending 5', path: '/api/videos/trending?limit=5', rows: 12 },
  // Account, totals and profile.
  { name: 'uploader', path: '/api/users/creator', rows: 3 },
  { name: "uploader's videos, first page of 24", path: '/api/users/creator/videos', rows: 55 },
  { name: "uploader's videos, popular", path: '/api/users/creator/videos?sort=popular', rows: 55 },
  { name: "uploader's page, HTML with boot data", path: '/u/creator', rows: 58 },
  // The video, its uploader, related ones and the categories.
  { name: 'video page, HTML with boot data', path: '/video/1', rows: 75 },
  // Comment, author, totals, profile and the viewer's own like for each, and the video.
  { name: 'comments of a video', path: '/api/videos/1/comments?limit=20', rows: 105 },
  { name: 'comments of a video, the best', path: '/api/videos/1/comments?sort=best&limit=20', rows: 105 },
  { name: 'replies to a comment', path: repliesPath, rows: 105 },
  { name: 'frame for other sites, HTML', path: '/embed/1', rows: 8 },
  { name: 'oEmbed', path: `/oembed?url=${encodeURIComponent(`${siteOrigin}/video/1`)}`, rows: 2 },
  // Video and account of each entry.
  { name: 'feed of 50', path: '/feed.xml', rows: 105 },
  { name: 'sitemap, index', path: '/sitemap.xml', rows: 1 },
  { name: 'sitemap, page of 1,000 videos', path: '/sitemap-videos.xml?page=1', rows: 1001 },
  { name: 'signed in: my videos', path: '/api/videos/my-videos', rows: 105, signedIn: 'creator' },
  // A row for each day and country, and one for the day's curve: the demo's audience has thirty days and six
  // countries.
  {
    name: 'signed in: statistics of a video',
    path: '/api/videos/1/statistics?days=90',
    rows: 250,
    signedIn: 'creator',
  },
  // The days of each of the 200 most viewed videos by country, sorted by video: no other row grows with the audience.
  {
    name: 'signed in: statistics of all videos',
    path: '/api/videos/my-videos/statistics?days=90',
    rows: 10_000,
    signedIn: 'creator',
  },
  // Each of the account's few videos once: see decision 004.
  {
    name: 'signed in: my videos, private',
    path: '/api/videos/my-videos?tab=private',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, unlisted',
    path: '/api/videos/my-videos?tab=unlisted',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, scheduled',
    path: '/api/videos/my-videos?tab=scheduled',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, by views',
    path: '/api/videos/my-videos?sort=views',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, by likes',
    path: '/api/videos/my-videos?sort=likes',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, by length, shortest first',
    path: '/api/videos/my-videos?sort=length&order=asc',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, rejected',
    path: '/api/videos/my-videos?tab=rejected',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, deleted',
    path: '/api/videos/my-videos?tab=deleted',
    rows: 105,
    signedIn: 'creator',
  },
  {
    name: 'signed in: my videos, search',
    path: '/api/videos/my-videos?q=light',
    rows: 105,
    signedIn: 'creator',
  },
  { name: 'signed in: tab counts', path: '/api/videos/my-videos/counts', rows: 105, signedIn: 'creator' },
  // With session and account: the term, one payment, its grant, and one row past the end of the waiting claims.
  { name: 'signed in: subscription', path: '/api/account/subscription', rows: 14, signedIn: 'creator' },
  // Entry, video and account of each, and one row that shows there is another page.
  { name: 'signed in: watch history', path: '/api/account/history', rows: 80, signedIn: 'viewer' },
  { name: 'signed in: saved', path: '/api/account/saved', rows: 80, signedIn: 'viewer' },
  // Two hundred rows are scanned.
  {
    name: 'signed in: history, searched',
    path: '/api/account/history?q=nowhere',
    rows: 605,
    signedIn: 'viewer',
  },
  // Entry, video and account of each, and one row that shows there is another page.
  { name: 'signed in: feed', path: '/api/account/following/videos', rows: 80, signedIn: 'viewer' },
  // Its key, then row, video and account of each.
  { name: 'signed in: notifications', path: '/api/notifications', rows: 120, signedIn: 'viewer' },
  // Session and account, and the unread notifications: key, row and video of ten at most.
  { name: 'signed in: own account', path: '/api/auth/me', rows: 50, signedIn: 'viewer' },
  // Follow, account, totals and profile of each.
  { name: 'signed in: whom one follows', path: '/api/account/follows', rows: 105, signedIn: 'viewer' },
  // Each list, its first entry, and that entry's video, looked up by ID.
  { name: 'signed in: lists', path: '/api/lists', rows: 410, signedIn: 'viewer' },
  // Each list, and whether it holds the video.
  { name: 'signed in: lists for a video', path: '/api/lists/for/1', rows: 210, signedIn: 'viewer' },
  { name: 'signed in: a list', path: () => ownListPath('/videos'), rows: 80, signedIn: 'viewer' },
  // Entry and video of each place, a thousand at most.
  { name: 'signed in: order of a list', path: () => ownListPath('/order'), rows: 2010, signedIn: 'viewer' },
  { name: 'a shared list', path: () => sharedListPath('/videos'), rows: 80 },
  { name: 'order of a shared list', path: () => sharedListPath('/order'), rows: 2010 },
  // With a feed: six more entries, videos and accounts, and the unread notifications, as above.
  { name: 'signed in: home, HTML with boot data', path: '/', rows: 174, signedIn: 'viewer' },
  { name: 'admin: payments of a member', path: '/api/admin/payments?q=creator', rows: 30, signedIn: 'admin' },
  // Eight queues, each counted up to a hundred, and thirty days of eight numbers.
  { name: 'admin: overview', path: '/api/admin/overview', rows: 1200, signedIn: 'admin' },
  { name: 'admin: status', path: '/api/admin/status', rows: 320, signedIn: 'admin' },
  // Goes through as many titles as one search may: see decision 004.
  { name: 'admin: find by name', path: '/api/admin/find?q=creator', rows: 10_060, signedIn: 'admin' },
  { name: 'admin: find by hash', path: `/api/admin/find?q=${'ab'.repeat(32)}`, rows: 60, signedIn: 'admin' },
  { name: 'admin: what waits', path: '/api/admin/waiting', rows: 850, signedIn: 'admin' },
  // For each hash of the video's files, the files that equal it in one of three ways, and their videos. The demo
  // videos share many.
  { name: 'admin: copies of a video', path: '/api/admin/videos/1/copies', rows: 340, signedIn: 'admin' },
  { name: 'admin: storage', path: '/api/admin/storage/stats', rows: 20, signedIn: 'admin' },
]

export const visitor = { cookie: 'age_verified=1' }

export interface Cost {
  queries: number
  rows: number
  r2: number
}

/** Returns the costs of requests to the local site, in their order. */
export async function costsOf(endpoints: readonly Endpoint[]): Promise<Cost[]> {
  const cookies = {
    viewer: await signIn('viewer'),
    creator: await signIn('creator'),
    admin: await signIn('admin'),
  }
  const answers: Cost[] = []
  for (const endpoint of endpoints) {
    const session = endpoint.signedIn ? `; ${cookies[endpoint.signedIn]}` : ''
    const headers = { cookie: visitor.cookie + session }
    const path = typeof endpoint.path === 'string' ? endpoint.path : await endpoint.path()
    // The first request of an isolate also reads settings, and revocations every ten seconds.
    await (await fetch(siteOrigin + path, { headers })).arrayBuffer()
    const response = await fetch(siteOrigin + path, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    const timing = response.headers.get('server-timing') ?? ''
    const count = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(timing)?.[1])
    answers.push({ queries: count('queries'), rows: count('rows_read'), r2: count('reads') })
  }
  return answers
}

async function ownListPath(end: string): Promise<string> {
  return `/api/lists/${(await sharedList()).id}${end}`
}

async function sharedListPath(end: string): Promise<string> {
  return `/api/list/${(await sharedList()).linkKey}${end}`
}

/** Returns the list that the demo's viewer shares. */
async function sharedList(): Promise<VideoList> {
  const cookie = `${visitor.cookie}; ${await signIn('viewer')}`
  const response = await fetch(`${siteOrigin}/api/lists`, { headers: { cookie } })
  const list = ((await response.json()) as VideoList[]).find(({ linkKey }) => linkKey !== null)
  if (!list) throw new Error('The viewer shares no list')
  return list
}

/** Returns the URL of the first video's source that ends like this. */
export async function sourceOf(end: string): Promise<string> {
  const response = await fetch(`${siteOrigin}/api/videos/1`, { headers: visitor })
  const { sources } = (await response.json()) as Pick<Video, 'sources'>
  const source = sources?.find(({ url }) => url.endsWith(end))
  if (!source) throw new Error(`The first video has no ${end}`)
  return source.url
}

/** Returns the URL of the replies to the first video's first comment. */
async function repliesPath(): Promise<string> {
  const comments = `${siteOrigin}/api/videos/1/comments?sort=best&limit=50`
  const list = (await (await fetch(comments, { headers: visitor })).json()) as Comment[]
  const most = list.toSorted((one, other) => other.replies - one.replies)[0]
  if (!most) throw new Error('The first video has no comments')
  return `/api/comments/${most.id}/replies?limit=20`
}

export async function segmentOf(): Promise<string> {
  const playlist = await sourceOf('p.m3u8')
  const text = await (await fetch(siteOrigin + playlist, { headers: visitor })).text()
  const [uri] = text.match(/^[^#].*segment\.m4s$/m) ?? []
  if (!uri) throw new Error('The playlist has no segment')
  return new URL(uri, siteOrigin + playlist).pathname
}

export function demoAccount(username: string) {
  return { username, password: 'nocturne-demo' }
}

export async function signIn(username: string): Promise<string> {
  const response = await fetch(`${siteOrigin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoAccount(username)),
  })
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
