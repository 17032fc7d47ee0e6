import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { fillUsers } from '#bench/fill/catalogue'
import type { WriteCost } from '#bench/load/counter-writes'
import { workerdSeconds } from '#bench/load/cpu-time'
import { type Load, sendLoad } from '#bench/load/send'
import { buildWeb } from '#build/web/build-once'
import { queryD1 } from '#tools/database/query'
import { writeMarked } from '#tools/figures/marked'
import { wrangler } from '#tools/programs/wrangler'
import { ensureSecrets, local, siteOrigin, workerVars } from '#tools/site/local'
import { type Site, startSite } from '#tools/site/start'
import { migrate, seed } from '#tools/site/steps'

/**
 * `npm run bench:counters`: sends 100 views and 20 likes a second to one video of the local site for a
 * minute, each from a different viewer, and every tenth viewer once more. Then sends as many views as the
 * site can take. Compares the counts with the requests sent, and measures the same batches without a worker.
 * Writes its part of docs/scale.md. Fails when a count is wrong.
 */

const viewsPerSecond = 100
const likesPerSecond = 20
const seconds = 60
const videoId = 1
/** Batches of each kind that are measured without a worker; each like is by a different account. */
const direct = 1000
const likers = likesPerSecond * seconds
const page = 'docs/scale.md'
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'

/** The stored counts, and the rows from which they must follow. */
interface Counts {
  views: number
  likes: number
  dayViews: number
  dayLikes: number
  seen: number
  likers: number
}

// It empties the folder, which without this could be the developer's own.
if (!process.env.STATE_DIR) throw new Error('Run it as `npm run bench:counters`, which sets STATE_DIR.')
ensureSecrets()
rmSync(local.stateDir, { recursive: true, force: true })
await buildWeb()
await migrate()
await seed()
const { module } = await runnerImport<typeof import('#bench/load/counter-writes')>(
  './bench/load/counter-writes.ts',
)
const accounts = await makeAccounts(likers + direct)
const cookies = await module.sessionCookies(workerVars(), accounts.slice(0, likers), sessionOf)
const before = await countsNow()
let viewers = 0
const site = await startSite()
const paced = await run(site).finally(() => site.stop())
const after = await countsNow()
const writes = await module.measureWrites(local.stateDir, videoId, accounts.slice(likers))
rmSync(local.stateDir, { recursive: true, force: true })

const wrong = faults()
writeMarked(page, 'counters', report())
process.stdout.write(`${report()}\n`)
if (wrong.length > 0) {
  process.stderr.write(`${wrong.join('\n')}\n`)
  process.exitCode = 1
}

async function run({ services }: Site) {
  const worker = services.find(({ name }) => name === 'wrangler dev')
  if (!worker) throw new Error('The site has no worker')
  await (await fetch(`${siteOrigin}/api/settings`)).arrayBuffer()
  const since = workerdSeconds(worker)
  const [views, likes] = await Promise.all([
    sendLoad({ atOnce: 48, requests: viewsPerSecond * seconds, perSecond: viewsPerSecond }, sendView),
    sendLoad({ atOnce: 16, requests: likers, perSecond: likesPerSecond }, sendLike),
  ])
  await untilCounted()
  const cpu = workerdSeconds(worker) - since
  const most = await sendLoad({ atOnce: 32, requests: 3000 }, sendView)
  await untilCounted()
  return { views, likes, cpu, most, cpuOfMost: workerdSeconds(worker) - since - cpu }
}

/** Sends a view. Every tenth is sent by the viewer before, whose view counts once. */
function sendView(index: number): Promise<number> {
  const isRepeated = index % 10 === 9
  if (!isRepeated) viewers += 1
  const address = `10.${(viewers >> 16) & 255}.${(viewers >> 8) & 255}.${viewers & 255}`
  return post(`/api/videos/${videoId}/view?from=site`, { 'cf-connecting-ip': address })
}

function sendLike(index: number): Promise<number> {
  const address = `172.16.${(index >> 8) & 255}.${index & 255}`
  return post(`/api/videos/${videoId}/like`, {
    'cf-connecting-ip': address,
    cookie: cookies[index] ?? '',
  })
}

async function post(path: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(siteOrigin + path, {
    method: 'POST',
    headers: { origin: siteOrigin, 'user-agent': browser, ...headers },
  })
  await response.arrayBuffer()
  return response.status
}

/** Waits for the writes after the answers: until the count hasn't changed for two seconds. */
async function untilCounted(): Promise<void> {
  const shown = async () => {
    const response = await fetch(`${siteOrigin}/api/videos/${videoId}`, {
      headers: { cookie: 'age_verified=1' },
    })
    return ((await response.json()) as { views: number }).views
  }
  for (let last = -1, now = await shown(); now !== last; now = await shown()) {
    last = now
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

function sessionOf(userId: number): string {
  return `counter-${userId}`
}

/** Adds accounts that are signed in, and returns their IDs. */
async function makeAccounts(count: number): Promise<number[]> {
  const now = Date.now()
  const statements = [
    ...fillUsers(1, count),
    `UPDATE users SET ban_reason = NULL WHERE username LIKE 'filler%';`,
    `INSERT INTO sessions (id, user_id, token_version, created_at, seen_at)
      SELECT 'counter-' || id, id, token_version, ${now}, ${now} FROM users WHERE username LIKE 'filler%';`,
  ]
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-counters-'))
  try {
    const file = join(folder, 'accounts.sql')
    writeFileSync(file, statements.join('\n'))
    const place = ['--local', '--persist-to', local.stateDir]
    await wrangler(['d1', 'execute', 'DB', ...place, '--file', file, '--yes'])
  } finally {
    rmSync(folder, { recursive: true })
  }
  const rows = await queryD1<{ id: number }>('local', `SELECT id FROM users WHERE username LIKE 'filler%'`)
  return rows.map(({ id }) => id)
}

async function countsNow(): Promise<Counts> {
  const [counts] = await queryD1<Counts>(
    'local',
    `SELECT views, likes,
      (SELECT coalesce(sum(views), 0) FROM video_days WHERE video_id = v.id) AS dayViews,
      (SELECT coalesce(sum(likes), 0) FROM video_days WHERE video_id = v.id) AS dayLikes,
      (SELECT count(*) FROM views_seen WHERE video_id = v.id) AS seen,
      (SELECT count(*) FROM likes WHERE video_id = v.id) AS likers
      FROM videos v WHERE id = ${videoId}`,
  )
  if (!counts) throw new Error('There is no such video')
  return counts
}

/** Returns the counts that differ from the requests sent. */
function faults(): string[] {
  const expected: Counts = {
    views: viewers,
    dayViews: viewers,
    seen: viewers,
    likes: likers,
    dayLikes: likers,
    likers,
  }
  const lines = (Object.keys(expected) as (keyof Counts)[]).flatMap((name) => {
    const counted = after[name] - before[name]
    return counted === expected[name] ? [] : [`${name}: ${counted} counted, ${expected[name]} sent`]
  })
  const refused = [paced.views, paced.likes, paced.most].flatMap(({ statuses }) =>
    Object.entries(statuses).flatMap(([status, count]) =>
      status === '204' || status === '200' ? [] : [`${count} requests were answered ${status}`],
    ),
  )
  return [...lines, ...refused]
}

function report(): string {
  const { views, likes, cpu, most, cpuOfMost } = paced
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  const line = (what: string, load: Load, spent: string) =>
    `| ${what} | ${load.sent.toLocaleString('en')} | ${(load.sent / load.seconds).toFixed(0)} | ${ms(load.median)} · ${ms(load.p95)} · ${ms(load.worst)} | ${spent} |`
  const each = (spent: number, requests: number) => ms((spent * 1000) / requests)
  const write = ({ what, rowsRead, rowsWritten, sql, cpu }: WriteCost) =>
    `| ${what} | ${rowsRead} | ${rowsWritten} | ${sql.toFixed(2)} | ${cpu.toFixed(3)} | ${Math.round(1000 / cpu).toLocaleString('en')} |`
  return `Distinct viewers sent ${viewers.toLocaleString('en')} views, and ${(views.sent + most.sent - viewers).toLocaleString('en')} more came from viewers who had been counted. Counted:
${(after.views - before.views).toLocaleString('en')} views in the video, ${(after.dayViews - before.dayViews).toLocaleString('en')} in its day, ${(after.seen - before.seen).toLocaleString('en')} viewers, and ${(after.likes - before.likes).toLocaleString('en')} likes of ${likers.toLocaleString('en')} accounts.

| through the worker | requests | a second | answer, ms: median · p95 · worst | CPU of workerd for each, ms |
| --- | ---: | ---: | ---: | ---: |
${line(`${viewsPerSecond} views a second`, views, each(cpu, views.sent + likes.sent))}
${line(`beside ${likesPerSecond} likes a second`, likes, '(the same)')}
${line('views, 32 at a time', most, each(cpuOfMost, most.sent))}

| batch | rows read | rows written | SQL in the local D1, ms | CPU in SQLite alone, ms | a second of that |
| --- | ---: | ---: | ---: | ---: | ---: |
${writes.map(write).join('\n')}`
}
