import { rmSync, writeFileSync } from 'node:fs'
import type { Comment } from '../contract/schemas/videos/comments.ts'
import type { VideoList } from '../contract/schemas/videos/lists.ts'
import type { Video } from '../contract/schemas/videos/videos.ts'
import { adminLists, costOfList, isOver, listLine, rowsPerShown } from './lib/admin-lists.ts'
import { pageBudgets } from './lib/budgets.ts'
import { ensureSecrets, local, siteOrigin } from './lib/local.ts'
import { loadPages, timePanel } from './lib/page-loads.ts'
import { run } from './lib/process.ts'
import { startSite } from './lib/site.ts'
import { buildWeb, migrate, seed } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'

/**
 * `npm run bench`: measures what each request costs, with the demo content and with 100,000 rows per table,
 * and what each page loads. Counts and bytes don't depend on the machine; the control panel's timing does.
 * Writes docs/bench.md.
 */

interface Endpoint {
  name: string
  /** A function where the URL is signed again each time. */
  path: string | (() => Promise<string>)
  /** Rows that it may read. What the ladder of a video adds is said beside it. */
  rows: number
  /** The account that sends the request; a visitor by default. */
  signedIn?: 'viewer' | 'creator' | 'admin'
}

const endpoints: Endpoint[] = [
  { name: 'newest 5', path: '/api/videos?limit=5', rows: 12 },
  { name: 'popular free 5', path: '/api/videos?isPremium=false&sort=popular&limit=5', rows: 12 },
  { name: 'premium 20', path: '/api/videos?isPremium=true&limit=20', rows: 45 },
  { name: 'category, first page of 24', path: '/api/videos?categoryId=2', rows: 55 },
  {
    name: 'category and class, popular',
    path: '/api/videos?categoryId=2&isPremium=false&sort=popular',
    rows: 55,
  },
  // A row of the tag's list, the video and its account, and what the tag has become of.
  { name: 'tag, first page of 24', path: '/api/videos?tag=filler', rows: 80 },
  // The most popular of its newest 500: a row of the list and the video each.
  { name: 'tag, popular', path: '/api/videos?tag=filler&sort=popular', rows: 1650 },
  // The most used of up to 200 that begin so, from an index that holds both.
  { name: 'tags that begin with', path: '/api/tags?q=filler', rows: 220 },
  { name: 'categories', path: '/api/categories', rows: 12 },
  // Two rows for video and account, one per rendition and caption track, and one past the end of each of the
  // two ranges. This video has two renditions and two tracks. Two for each of its four tags.
  { name: 'one video, with its ladder', path: '/api/videos/1', rows: 16 },
  // Where tag and category have too few, those of its uploader and among the popular ones are read and passed over.
  { name: 'related to a video', path: '/api/videos/1/related', rows: 60 },
  // One row for the video, two per rendition, and one past the end.
  { name: 'master playlist', path: () => sourceOf('/master.m3u8'), rows: 6 },
  { name: 'playlist of a rendition', path: () => sourceOf('p.m3u8'), rows: 1 },
  { name: 'segment', path: segmentOf, rows: 0 },
  // The matches looked at, each once more for its row and once for its place among the others: see decision 040.
  { name: 'search, a word', path: '/api/search?q=light', rows: 1600 },
  { name: 'search, a word that all have', path: '/api/search?q=filler', rows: 1600 },
  // It finds nothing first, and then what is meant.
  { name: 'search, misspelled', path: '/api/search?q=ligth', rows: 1650 },
  // Of 40 videos their titles, of 40 their uploaders, and 200 tags.
  { name: 'suggestions', path: '/api/search/suggest?q=fi', rows: 500 },
  {
    name: 'category, best rated in 720p',
    path: '/api/search?categoryId=2&sort=rated&quality=720',
    rows: 1600,
  },
  { name: 'settings', path: '/api/settings', rows: 0 },
  // Five lists of five, with one row more each, the account of each video, and the categories.
  { name: 'home, HTML with boot data', path: '/', rows: 72 },
  { name: 'trending 5', path: '/api/videos/trending?limit=5', rows: 12 },
  // Account, totals and profile.
  { name: 'uploader', path: '/api/users/creator', rows: 3 },
  { name: "uploader's videos, first page of 24", path: '/api/users/creator/videos', rows: 55 },
  { name: "uploader's videos, popular", path: '/api/users/creator/videos?sort=popular', rows: 55 },
  { name: "uploader's page, HTML with boot data", path: '/u/creator', rows: 58 },
  // The video, related ones and the categories.
  { name: 'video page, HTML with boot data', path: '/video/1', rows: 75 },
  // Comment, author, totals, profile and one's own like of each, and the video.
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
  // Every row of these is in an index of its own, the rare ones too.
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
  // It scans up to a limit, since no index holds the words of an account's titles.
  {
    name: 'signed in: my videos, search',
    path: '/api/videos/my-videos?q=light',
    rows: 1010,
    signedIn: 'creator',
  },
  // Each state is counted up to a hundred.
  { name: 'signed in: tab counts', path: '/api/videos/my-videos/counts', rows: 504, signedIn: 'creator' },
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
  // Session and account, and what isn't read: key, row and video of ten at most.
  { name: 'signed in: own account', path: '/api/auth/me', rows: 50, signedIn: 'viewer' },
  // Follow, account, totals and profile of each.
  { name: 'signed in: whom one follows', path: '/api/account/follows', rows: 105, signedIn: 'viewer' },
  // Each list, its first entry, and the video of that, looked up by ID.
  { name: 'signed in: lists', path: '/api/lists', rows: 410, signedIn: 'viewer' },
  // Each list, and whether it holds the video.
  { name: 'signed in: lists for a video', path: '/api/lists/for/1', rows: 210, signedIn: 'viewer' },
  { name: 'signed in: a list', path: () => ownListPath('/videos'), rows: 80, signedIn: 'viewer' },
  // Entry and video of each, a thousand at most.
  { name: 'signed in: order of a list', path: () => ownListPath('/order'), rows: 2010, signedIn: 'viewer' },
  { name: 'a shared list', path: () => sharedListPath('/videos'), rows: 80 },
  { name: 'order of a shared list', path: () => sharedListPath('/order'), rows: 2010 },
  // With what one follows, six entries, videos and accounts more, and what isn't read, as above.
  { name: 'signed in: home, HTML with boot data', path: '/', rows: 165, signedIn: 'viewer' },
  { name: 'admin: payments of a member', path: '/api/admin/payments?q=creator', rows: 25, signedIn: 'admin' },
  // Eight queues, each counted up to a hundred, and thirty days of eight numbers.
  { name: 'admin: overview', path: '/api/admin/overview', rows: 1200, signedIn: 'admin' },
  // Goes through as many titles as one search may: see decision 004.
  { name: 'admin: find by name', path: '/api/admin/find?q=creator', rows: 10_060, signedIn: 'admin' },
  { name: 'admin: find by hash', path: `/api/admin/find?q=${'ab'.repeat(32)}`, rows: 60, signedIn: 'admin' },
  { name: 'admin: what waits', path: '/api/admin/waiting', rows: 850, signedIn: 'admin' },
  // For each hash of the video's files, the files that equal it in one of three ways, and their videos. The demo
  // videos share many.
  { name: 'admin: copies of a video', path: '/api/admin/videos/1/copies', rows: 240, signedIn: 'admin' },
  { name: 'admin: storage', path: '/api/admin/storage/stats', rows: 20, signedIn: 'admin' },
]

const filled = 100_000
/**
 * As D1 counts: the video's row and its entries in the public indexes, five for each of its four tags, search, counts,
 * and two of the announcement. None is a follower's.
 */
const publishedRows = 45
const panelPaintMs = 1500
const visitor = { cookie: 'age_verified=1' }

interface Cost {
  queries: number
  rows: number
  r2: number
}

// It empties the folder, which without this could be the developer's own.
if (!process.env.STATE_DIR) throw new Error('Run it as `npm run bench`, which sets STATE_DIR.')
let exceeded = false

await ensureTools()
ensureSecrets()
rmSync(local.stateDir, { recursive: true, force: true })
await buildWeb()
await migrate()
await seed()
const small = await measure(costs)
const kinds = [
  ...['users', 'videos', 'payments', 'reports', 'removals', 'mails', 'entries', 'jobs', 'library'],
  ...['followers', 'feed', 'notices', 'lists', 'comments'],
]
const fill = kinds.flatMap((kind) => [`--${kind}`, String(filled)])
await run(process.execPath, ['scripts/db-fill.ts', ...fill])
const large = await measure(costs)
const publishing = await measure(publishCost)
const lists = await measure(listCosts)
const loads = await measure(loadPages)
const panel = await measure(() => timePanel(demoAccount('admin')))
writeFileSync('docs/bench.md', report())
rmSync(local.stateDir, { recursive: true, force: true })
process.stdout.write(`${report()}\n`)
process.exitCode = exceeded ? 1 : 0

async function measure<Result>(task: () => Promise<Result>): Promise<Result> {
  const site = await startSite({ NEAR_SECONDS: '0' })
  try {
    return await task()
  } finally {
    await site.stop()
  }
}

async function costs(): Promise<Cost[]> {
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

/** Rows that the request writes by which an uploader of as many followers as there are accounts publishes a video. */
async function publishCost(): Promise<number> {
  const headers = {
    cookie: `${visitor.cookie}; ${await signIn('creator')}`,
    'content-type': 'application/json',
  }
  const own = await fetch(`${siteOrigin}/api/videos/my-videos?limit=1&tab=private`, { headers })
  const [video] = (await own.json()) as Video[]
  if (!video) throw new Error('The creator has no private video')
  const response = await fetch(`${siteOrigin}/api/videos/${video.id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ isPublic: true }),
  })
  if (!response.ok) throw new Error(`Publishing answered ${response.status}`)
  return Number(/rows_written=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1])
}

async function listCosts() {
  const cookie = `${visitor.cookie}; ${await signIn('admin')}`
  // The first request of an isolate also reads settings.
  await (await fetch(`${siteOrigin}/api/settings`, { headers: visitor })).arrayBuffer()
  const answers = []
  for (const list of adminLists) answers.push(await costOfList(list, cookie))
  return answers
}

/** Returns the URL of the first video's source that ends like this. */
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

async function sourceOf(end: string): Promise<string> {
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

async function segmentOf(): Promise<string> {
  const playlist = await sourceOf('p.m3u8')
  const text = await (await fetch(siteOrigin + playlist, { headers: visitor })).text()
  const [uri] = text.match(/^[^#].*segment\.m4s$/m) ?? []
  if (!uri) throw new Error('The playlist has no segment')
  return new URL(uri, siteOrigin + playlist).pathname
}

function demoAccount(username: string) {
  return { username, password: 'nocturne-demo' }
}

async function signIn(username: string): Promise<string> {
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

function report(): string {
  const rows = endpoints.map((endpoint, at) => {
    const [few, many] = [small[at], large[at]]
    if (!few || !many) throw new Error('A measurement is missing')
    const over = many.rows > endpoint.rows || few.rows > endpoint.rows
    exceeded ||= over
    return `| ${endpoint.name} | ${many.queries} | ${few.rows} | ${many.rows} | ${endpoint.rows}${over ? ' **over**' : ''} |`
  })
  const pages = adminLists.map((list, at) => {
    const cost = lists[at]
    if (!cost) throw new Error('A measurement is missing')
    exceeded ||= isOver(list, cost.first) || (cost.tenth !== null && isOver(list, cost.tenth))
    return listLine(list, cost)
  })
  const bytes = pageBudgets.map((page, at) => {
    const load = loads[at]
    if (!load) throw new Error('A measurement is missing')
    const kB = (size: number) => (size / 1000).toFixed(1)
    const over = load.script > page.script * 1000 || load.style > page.style * 1000
    exceeded ||= over
    return `| ${page.path} | ${kB(load.script)} (${page.script}) | ${kB(load.style)} (${page.style}) | ${load.requests} | ${load.api}${over ? ' **over**' : ''} |`
  })
  const publishOver = publishing > publishedRows
  exceeded ||= publishOver
  const paintOver = panel.paint > panelPaintMs
  exceeded ||= paintOver
  return `# Measured

Made by \`npm run bench\`. Rows and queries are D1's own counts (Server-Timing), bytes are brotli of what the document of a
first visit names, with the age confirmed. They don't depend on the machine, so exceeding a budget fails the run.

| request | D1 queries | rows, demo content | rows, ${filled.toLocaleString('en')} of each | budget |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Publishing a video with ${filled.toLocaleString('en')} followers writes ${publishing} rows in its request (at most ${publishedRows})${publishOver ? ' **over**' : ''}:
a job tells the followers' feeds.

Lists of the control panel, with ${filled.toLocaleString('en')} rows of each: rows read, and items shown; the limit is ${rowsPerShown} rows for each item a page can show, and more
where titles are searched, or where a comment is shown with its reports.

| list | first page | tenth page |
| --- | ---: | ---: |
${pages.join('\n')}

| page | script kB (budget) | style kB (budget) | requests | API calls |
| --- | ---: | ---: | ---: | ---: |
${bytes.join('\n')}

The control panel with ${filled.toLocaleString('en')} rows of each, opened with an empty cache, a median of five: first paint after
${panel.paint.toFixed(0)} ms (at most ${panelPaintMs})${paintOver ? ' **over**' : ''}, its numbers after ${panel.numbers.toFixed(0)} ms. Times are from one machine.
`
}
