import { rmSync, writeFileSync } from 'node:fs'
import { cpuTable, measureCpu } from '#bench/load/request-cpu'
import { loadPages, timePanel } from '#bench/pages/loads'
import {
  adminLists,
  costOfList,
  isOver,
  listLine,
  type PageCost,
  rowsPerShown,
} from '#bench/requests/admin-lists'
import { costsOf, demoAccount, endpoints, signIn, visitor } from '#bench/requests/endpoints'
import { ownedVideos, ownLists, ownRowsAtMost } from '#bench/requests/own-lists'
import { pageBudgets } from '#build/budgets'
import { buildWeb } from '#build/web/build-once'
import type { Video } from '#contract/schemas/videos/video'
import { readMarked } from '#tools/figures/marked'
import { ensureTools } from '#tools/programs/installed'
import { run } from '#tools/programs/process'
import { ensureSecrets, local, siteOrigin } from '#tools/site/local'
import { startSite } from '#tools/site/start'
import { migrate, seed } from '#tools/site/steps'

/**
 * `npm run bench`: measures what each request costs, with the demo content and with 100,000 rows per table,
 * and what each page loads. Counts and bytes don't depend on the machine; the control panel's timing does.
 * Writes docs/bench.md.
 */

const page = 'docs/bench.md'
const filled = 100_000
/**
 * As D1 counts: the video's row and its entries in the public indexes, search, counts, and two of the announcement. None
 * is a tag's or a follower's.
 */
const publishedRows = 30
const panelPaintMs = 1500

// It empties the folder, which without this could be the developer's own.
if (!process.env.STATE_DIR) throw new Error('Run it as `npm run bench`, which sets STATE_DIR.')
let exceeded = false

await ensureTools()
ensureSecrets()
rmSync(local.stateDir, { recursive: true, force: true })
await buildWeb()
await migrate()
await seed()
const small = await measure(() => costsOf(endpoints))
const cpu = await measureCpu()
const kinds = [
  'users',
  'videos',
  'payments',
  'reports',
  'removals',
  'mails',
  'entries',
  'jobs',
  'library',
  'followers',
  'feed',
  'notices',
  'lists',
  'comments',
]
const fill = kinds.flatMap((kind) => [`--${kind}`, String(filled)])
await run(process.execPath, ['scripts/db-fill.ts', ...fill])
const large = await measure(() => costsOf(endpoints))
const publishing = await measure(publishCost)
const lists = await measure(listCosts)
const loads = await measure(loadPages)
const panel = await measure(() => timePanel(demoAccount('admin')))
await run(process.execPath, [
  'scripts/db-fill.ts',
  '--users',
  '0',
  '--videos',
  '0',
  '--owned',
  String(ownedVideos),
])
const own = await measure(ownListCosts)
writeFileSync(page, report())
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

/**
 * Returns the rows written when an uploader with as many followers as there are accounts publishes a video.
 */
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
  for (const list of adminLists) answers.push(await costOfList(`/api/admin/${list}`, cookie))
  return answers
}

async function ownListCosts() {
  const cookie = `${visitor.cookie}; ${await signIn('creator')}`
  await (await fetch(`${siteOrigin}/api/settings`, { headers: visitor })).arrayBuffer()
  const answers = []
  for (const list of ownLists) answers.push(await costOfList(`/api/videos/${list}`, cookie))
  return answers
}

function report(): string {
  const rows = endpoints.map((endpoint, at) => {
    const [few, many] = [small[at], large[at]]
    if (!few || !many) throw new Error('A measurement is missing')
    const over = many.rows > endpoint.rows || few.rows > endpoint.rows
    exceeded ||= over
    return `| ${endpoint.name} | ${many.queries} | ${few.rows} | ${many.rows} | ${endpoint.rows}${over ? ' **over**' : ''} |`
  })
  const linesOf = (
    names: readonly string[],
    costs: typeof lists,
    isTooMuch: (list: string, cost: PageCost) => boolean,
  ) =>
    names.map((list, at) => {
      const cost = costs[at]
      if (!cost) throw new Error('A measurement is missing')
      const isOverIn = (page: PageCost) => isTooMuch(list, page)
      exceeded ||= isOverIn(cost.first) || (cost.tenth !== null && isOverIn(cost.tenth))
      return listLine(list, cost, isOverIn)
    })
  const pages = linesOf(adminLists, lists, isOver)
  const ownPages = linesOf(ownLists, own, (_, { rows }) => rows > ownRowsAtMost)
  const bytes = pageBudgets.map(({ path, ...budget }, at) => {
    const load = loads[at]
    if (!load) throw new Error('A measurement is missing')
    const kB = (size: number) => (size / 1000).toFixed(1)
    const over = load.script > budget.script * 1000 || load.style > budget.style * 1000
    exceeded ||= over
    return `| ${path} | ${kB(load.script)} (${budget.script}) | ${kB(load.style)} (${budget.style}) | ${load.requests} | ${load.api}${over ? ' **over**' : ''} |`
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

With a million videos, by \`npm run bench:million\`:

${readMarked(page, 'million')}

CPU of workerd for each request of a visitor, in milliseconds, with the demo content, against an answer for which the worker does nothing in
the same run. Both have the share of the local emulation. Times are from one machine.

${cpuTable(cpu)}

Publishing a video with ${filled.toLocaleString('en')} followers writes ${publishing} rows in its request (at most ${publishedRows})${publishOver ? ' **over**' : ''}:
a job tells the followers' feeds.

Lists of the control panel, with ${filled.toLocaleString('en')} rows of each: rows read, and items shown; the limit is ${rowsPerShown} rows for each item a page can show, and more
in all content, whose filters go along one index past what they leave out, or where a comment is shown with its reports.

| list | first page | tenth page |
| --- | ---: | ---: |
${pages.join('\n')}

My Videos of an account with ${ownedVideos.toLocaleString('en')} videos more: each is read once at most (decision 004).

| list | first page | tenth page |
| --- | ---: | ---: |
${ownPages.join('\n')}

| page | script kB (budget) | style kB (budget) | requests | API calls |
| --- | ---: | ---: | ---: | ---: |
${bytes.join('\n')}

The control panel with ${filled.toLocaleString('en')} rows of each, opened with an empty cache, a median of five: first paint after
${panel.paint.toFixed(0)} ms (at most ${panelPaintMs})${paintOver ? ' **over**' : ''}, its numbers after ${panel.numbers.toFixed(0)} ms. Times are from one machine.
`
}
