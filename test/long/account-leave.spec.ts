import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { User } from '#contract/schemas/accounts/auth'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import { deletionGraceMs } from '#contract/values/accounts/account'
import { createDb } from '#db/client'
import { marksOf, tracesOf } from '../support/moderation/traces'
import { fillWithVideos } from '../support/videos/many-videos'
import { KillableSite, type Person, withStore } from './support/kill'

const count = 500
const bytesEach = 400_000
const minute = 60_000
const day = 24 * 60 * minute
/** After this long, a killed run's lease has expired. */
const afterKill = 16 * minute
const MB = 1e6

/**
 * A run takes a few hundred milliseconds. It is killed within this time, up to a number of kills, and then
 * left alone.
 */
const killWithin = 300
const kills = { least: 3, most: 20 }

test('an account with 500 videos is downloaded through a cut, and erased however often the site dies', async () => {
  const info = test.info()
  const figure = (description: string) => info.annotations.push({ type: 'figure', description })
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-leave-'))
  const site = new KillableSite(join(folder, 'state'), 8861)
  try {
    await site.open()
    const admin = await site.administrator()
    const person = await site.person()
    const { id } = await person.get<User>('/api/auth/me')
    await site.kill()
    const { keys, marks } = await fill(site, { id, username: person.name })
    await site.startWorker()
    await download(site, person, join(folder, 'account.zip'), figure)
    await leave(site, person)
    const deaths = await erase(site, admin, id)
    await site.kill()
    await withStore(site, async ({ d1, media }) => {
      const traces = await tracesOf(d1, { ...marks, ids: keys })
      expect(traces).toEqual({ named: [], numbered: [] })
      const { objects } = await media.list()
      expect(objects.map(({ key }) => key)).toEqual([])
    })
    figure(
      `${count} videos erased, the site killed ${deaths} times meanwhile; of the account nothing is left in D1 or R2`,
    )
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

function fill(site: KillableSite, account: { id: number; username: string }) {
  return withStore(site, async ({ d1, media }) => {
    const db = createDb(d1)
    const options = { bytesEach, createdAt: Date.now() }
    const keys = await fillWithVideos({ db, media }, account.id, count, options)
    return { keys, marks: await marksOf(d1, account) }
  })
}

/** Downloads a part of the archive, then the rest, and checks it with an independent program. */
async function download(
  site: KillableSite,
  { cookie }: Person,
  file: string,
  figure: (text: string) => void,
): Promise<void> {
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${site.origin}/api/account/export`, { headers: { cookie, ...headers } })
  // The first response takes memory for code and rows, which isn't that of the films.
  await (await ask({ range: 'bytes=0-99' })).arrayBuffer()
  const before = site.memory()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, site.memory())
  }, 50)
  try {
    const first = await ask()
    const size = Number(first.headers.get('content-length'))
    const etag = first.headers.get('etag') ?? ''
    const kept = await append(file, first, 0.4 * size)
    const rest = await ask({ range: `bytes=${kept}-`, 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes ${kept}-${size - 1}/${size}`)
    await append(file, rest)
    expect(statSync(file).size).toBe(size)
    const report = execFileSync('unzip', ['-t', file], { encoding: 'utf8', maxBuffer: 10 * MB })
    expect(report).toContain('No errors detected')
    expect(report.match(/testing: videos\/.* OK$/gm)).toHaveLength(count)
    figure(
      `${mb(size)} MB of ZIP, cut at ${mb(kept)} MB and gone on with by Range: \`unzip -t\` finds no error`,
    )
  } finally {
    clearInterval(sampling)
  }
  const growth = peak - before
  figure(`memory of workerd, local R2 included: ${mb(before)} MB before, ${mb(growth)} MB more at its peak`)
  expect(growth).toBeLessThan(100 * MB)
}

/**
 * Appends a response to a file, and disconnects after at least this many bytes. Returns the number of bytes
 * received.
 */
async function append(file: string, response: Response, atLeast = Number.POSITIVE_INFINITY): Promise<number> {
  const reader = response.body?.getReader()
  let taken = 0
  while (reader && taken < atLeast) {
    const { done, value } = await reader.read()
    if (done) break
    appendFileSync(file, value)
    taken += value.length
  }
  await reader?.cancel()
  return taken
}

async function leave(site: KillableSite, { cookie, password }: Person): Promise<void> {
  const response = await fetch(`${site.origin}/api/account`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ password }),
  })
  expect(response.status).toBe(200)
}

/**
 * Runs the cron, kills the site in the middle and continues until nothing is left. Returns the number of
 * kills.
 */
async function erase(site: KillableSite, admin: Person, id: number): Promise<number> {
  const isOver = async () => {
    const { username } = await admin.get<AdminUserDetail>(`/api/admin/users/${id}`)
    return username === `deleted-${id}`
  }
  let at = Math.ceil((Date.now() + deletionGraceMs) / (10 * minute)) * 10 * minute
  let deaths = 0
  for (; !(await isOver()); at += minute) {
    let isRunning = true
    const running = site
      .cron(at)
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
      })
    await (deaths < kills.most ? wait(randomInt(0, killWithin)) : running)
    if (!isRunning) continue
    await site.kill()
    await running
    deaths += 1
    await site.startWorker()
    at += afterKill
  }
  expect(deaths).toBeGreaterThanOrEqual(kills.least)
  // Revoked URLs of the files are remembered for some days.
  await site.cron(Math.ceil((at + 4 * day) / (10 * minute)) * 10 * minute)
  return deaths
}

function mb(bytes: number): number {
  return Math.round(bytes / MB)
}
