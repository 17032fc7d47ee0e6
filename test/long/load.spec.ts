import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { run } from '#tools/programs/process'
import { browsing, crowd, signingIn, streaming, Tally, uploading } from './support/crowd'
import { figureOf } from './support/heap'
import { KillableSite, type Person } from './support/kill'

const minute = 60_000
const MiB = 2 ** 20
const loadMs = Number(process.env.LOAD_MINUTES ?? 5) * minute
const quietMs = Number(process.env.QUIET_MINUTES ?? 10) * minute
const people = { streaming: 200, uploading: 20, signingIn: 50, browsing: 100 }
const allowedMs = 1000
/**
 * Longest time of a joined film: the local R2 copies its 17 MB to join its parts, and twenty films at once.
 */
const joinedMs = 3000
const allowedGrowth = 96 * MiB

test('hundreds stream, upload, sign in and read at once, and the site answers, and forgets it afterwards', async () => {
  const info = test.info()
  test.setTimeout(loadMs + quietMs + 15 * minute)
  const figure = (description: string) => info.annotations.push({ type: 'figure', description })
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-load-'))
  const site = new KillableSite(join(folder, 'state'), 8881)
  try {
    await run(process.execPath, ['scripts/db-migrate.ts'], {
      env: { ...process.env, STATE_DIR: site.stateDir },
    })
    await site.open()
    const videos = await freeVideos(site)
    // One after the other: each sign-up takes a turn of the hash queue.
    const accounts: Person[] = []
    while (accounts.length < people.uploading + people.signingIn) accounts.push(await site.person())
    const uploaders = accounts.splice(0, people.uploading)
    for (const act of [browsing, streaming]) await act(site, videos)(new Tally())
    const before = await site.heaps()

    const until = Date.now() + loadMs
    const [viewers, uploads, signIns, readers] = await Promise.all([
      crowd(people.streaming, until, () => streaming(site, videos)),
      crowd(people.uploading, until, (at) => uploading(uploaders[at] as Person)),
      crowd(people.signingIn, until, (at) => signingIn(site, accounts[at] as Person)),
      crowd(people.browsing, until, () => browsing(site, videos)),
    ])
    const loaded = await site.heaps()
    figure(`${people.streaming} streaming: ${viewers}`)
    figure(`${people.uploading} uploading: ${uploads}`)
    figure(`${people.signingIn} signing in: ${signIns}`)
    figure(`${people.browsing} reading: ${readers}`)

    for (const end = Date.now() + quietMs; Date.now() < end; ) {
      await site.cron(Date.now())
      await wait(Math.min(minute, end - Date.now()))
    }
    const after = await site.heaps()
    figure(`at first: ${figureOf(before)}`)
    figure(`after ${loadMs / minute} minutes of load: ${figureOf(loaded)}`)
    figure(`after ${quietMs / minute} minutes of quiet: ${figureOf(after)}`)
    for (const { faults } of [viewers, uploads, signIns, readers]) expect(faults).toEqual([])
    for (const status of Object.keys(signIns.statuses)) expect(['200', '428']).toContain(status)
    expect(signIns.statuses[200]).toBeGreaterThan(0)
    for (const { statuses } of [viewers, readers]) expect(Object.keys(statuses)).toEqual(['200'])
    for (const status of Object.keys(uploads.statuses)) expect(['200', '201', '204']).toContain(status)
    for (const tally of [viewers, readers, uploads]) expect(tally.p95()).toBeLessThan(allowedMs)
    expect(uploads.p95Of('completing')).toBeLessThan(joinedMs)
    expect(after.ours - before.ours).toBeLessThan(allowedGrowth)
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Returns the demo's videos that anyone may stream in segments. */
async function freeVideos(site: KillableSite): Promise<Video[]> {
  const headers = { cookie: 'age_verified=1' }
  const list = await fetch(`${site.origin}/api/videos?isPremium=false&limit=24`, { headers })
  const found: Video[] = []
  for (const { id } of (await list.json()) as Video[]) {
    const video = (await (await fetch(`${site.origin}/api/videos/${id}`, { headers })).json()) as Video
    if (video.sources?.some(({ type }) => type === 'hls')) found.push(video)
  }
  expect(found.length).toBeGreaterThan(3)
  return found
}
