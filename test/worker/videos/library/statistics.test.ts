import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnerStatistics, VideoStatistics } from '#contract/schemas/videos/statistics'
import { hour } from '#contract/values/shared/time'
import { curveBins } from '#contract/values/videos/curve'
import { showableGroups, smallestGroup } from '#contract/values/videos/statistics'
import { createDb, zeroCounts } from '#db/client'
import type { TestClient } from '#test/support/client'
import { jobContext, settled, userContext } from '#test/support/context'
import { day, makeUpload, makeUser, makeVideo, signInAs } from '#test/support/factories'
import { deleteForGood } from '#test/support/videos/own-bulk'
import { view, watchParts } from '#test/support/videos/watching'
import type { ServiceContext, UserContext } from '#worker/services/context'
import { countPlays } from '#worker/services/shared/daily-stats/index'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const noon = Math.floor(Date.now() / day) * day + 12 * hour
let owner: UserContext
let client: TestClient
let visitor: ServiceContext

beforeEach(async () => {
  owner = await userContext()
  client = await signInAs(owner.actor)
  client.now = noon
  visitor = await jobContext(noon)
})

function statistics(id: number, days = 28): Promise<VideoStatistics> {
  return client.json<VideoStatistics>('GET', `/api/videos/${id}/statistics?days=${days}`)
}

function from(address: string, place?: string, change: Partial<ServiceContext> = {}): ServiceContext {
  return { ...visitor, client: { address, userAgent, place }, ...change }
}

describe('the statistics of a video', () => {
  it('equal an audience of 300 sessions, to the view, and its curve', async () => {
    const { id } = await makeVideo(owner.actor.id, { duration: 100 })
    const member = { ...(await userContext(noon)).actor, premiumUntil: noon + day, role: 'member' as const }
    const seen = Array.from({ length: curveBins }, () => 0)
    for (let index = 0; index < 300; index += 1) {
      const place = index < 200 ? 'DE-BE' : index < 293 ? 'FR' : index < 298 ? 'MT' : undefined
      const source = index % 10 === 0 ? 'search' : index % 10 === 1 ? 'embed' : 'site'
      const ago = index % 3 === 0 ? 2 * day : 0
      // Twelve members. An account counts once, so each view is by another one.
      const actor = index < 12 ? { ...member, id: 1_000_000 + index, savesHistory: false } : visitor.actor
      const ctx = from(`10.7.${index % 250}.${index}`, place, { now: noon - ago, actor })
      await settled(ctx, (each) => view(each, id, source))
      // A repeated view counts once, and so does a repeated curve.
      await settled(ctx, (each) => view(each, id, source))
      const parts = 1 + (index % curveBins)
      for (let part = 0; part < parts; part += 1) seen[part] = (seen[part] ?? 0) + 1
      for (const _ of [1, 2]) await settled(ctx, (each) => watchParts(each, id, 2 ** parts - 1))
    }
    const found = await statistics(id)
    expect(found.days).toHaveLength(28)
    expect(found.days.filter(({ views }) => views > 0).map(({ views }) => views)).toEqual([100, 200])
    expect(found.curve).toEqual(seen.map((views) => views / 300))
    const watched = seen.reduce((sum, views) => sum + views, 0) / 300 / curveBins
    expect(found.watchSeconds).toBe(Math.round(watched * 100 * 300))
    expect(found.audience).toEqual([
      { name: 'others', views: 288 },
      { name: 'members', views: 12 },
    ])
    expect(found.sources).toEqual([
      { name: 'site', views: 240 },
      { name: 'search', views: 30 },
      { name: 'embed', views: 30 },
    ])
    // Five views from a small country and two from unknown ones are too few for a line of their own, so
    // another country joins them.
    expect(found.countries).toEqual([
      { name: 'DE', views: 200 },
      { name: null, views: 100 },
    ])
    expect((await statistics(id, 7)).days).toHaveLength(7)

    await countPlays({ ...visitor, now: noon + hour })
    const all = await client.json<OwnerStatistics>('GET', '/api/videos/my-videos/statistics')
    expect(all.days.map(({ views }) => views)).toEqual(found.days.map(({ views }) => views))
    expect(all.watchSeconds).toBe(found.watchSeconds)
  }, 60_000)

  it('write three rows for a curve', async () => {
    const { id } = await makeVideo(owner.actor.id)
    const counts = zeroCounts()
    const ctx = from('10.8.0.1', 'DE', { db: createDb(env.DB, counts) })
    await settled(ctx, (each) => view(each, id, 'site'))
    counts.rowsWritten = 0
    await settled(ctx, (each) => watchParts(each, id, 7))
    expect(counts.rowsWritten).toBe(3)
  })

  it('count likes and saves on the day they are given or taken back', async () => {
    const { id } = await makeVideo(owner.actor.id)
    const fan = await signInAs(await makeUser())
    fan.now = noon
    for (const path of ['like', 'save'])
      for (const _ of [1, 2]) await fan.request(path === 'like' ? 'POST' : 'PUT', `/api/videos/${id}/${path}`)
    expect((await statistics(id)).days.at(-1)).toMatchObject({ views: 0, likes: 1, saves: 1 })
    for (const path of ['like', 'save'])
      for (const _ of [1, 2]) await fan.request('DELETE', `/api/videos/${id}/${path}`)
    expect((await statistics(id)).days.at(-1)).toMatchObject({ likes: 0, saves: 0 })
  })

  it('take no curve without a counted view, from the owner, or of no parts', async () => {
    const { id } = await makeVideo(owner.actor.id)
    await settled(from('10.9.0.0'), (each) => watchParts(each, id, 1))
    await settled(from('10.9.0.1', 'DE', { actor: owner.actor }), async (each) => {
      await view(each, id, 'site')
      await watchParts(each, id, 1)
    })
    expect(await rowsOf('video_curves', id)).toBe(0)
    expect(await statistics(id)).toMatchObject({ curve: null, watchSeconds: null, audience: [] })
    for (const json of [{ parts: 0 }, { parts: 2 ** curveBins }, { parts: 1.5 }, {}]) {
      expect((await client.request('POST', `/api/videos/${id}/watched`, { json })).status).toBe(400)
    }
  })

  it('begin a new curve with a new file, and end with the video', async () => {
    const { id } = await makeVideo(owner.actor.id)
    for (let index = 0; index < smallestGroup; index += 1) {
      const ctx = from(`10.10.0.${index}`)
      await settled(ctx, (each) => view(each, id, 'site'))
      await settled(ctx, (each) => watchParts(each, id, 2 ** curveBins - 1))
    }
    expect((await statistics(id)).curve).toEqual(Array.from({ length: curveBins }, () => 1))

    const { id: videoFile } = await makeUpload(owner.actor.id)
    expect((await client.request('PATCH', `/api/videos/${id}`, { json: { videoFile } })).status).toBe(200)
    const { curve, watchSeconds, days } = await statistics(id)
    expect([curve, watchSeconds, days.at(-1)?.views]).toEqual([null, null, smallestGroup])

    await deleteForGood(client, id)
    expect([await rowsOf('video_curves', id), await rowsOf('video_days', id)]).toEqual([0, 0])
  })
})

async function rowsOf(table: 'video_curves' | 'video_days', id: number): Promise<number> {
  const query = env.DB.prepare(`select count(*) from ${table} where video_id = ?`).bind(id)
  return (await query.first<number>('count(*)')) ?? 0
}

describe('the watch time of all videos', () => {
  const all = async () =>
    (await client.json<OwnerStatistics>('GET', '/api/videos/my-videos/statistics')).watchSeconds
  /** Plays are counted once up to a time, so that each audience comes later. */
  let now = noon + 2 * hour

  /** Lets some people watch a video, of whom the first see one half and say so. */
  async function watchHalf(id: number, people: number, reporters = people) {
    now += hour
    for (let index = 0; index < people; index += 1) {
      const ctx = from(`10.20.0.${index}`, undefined, { now })
      await settled(ctx, (each) => view(each, id, 'site'))
      if (index < reporters) await settled(ctx, (each) => watchParts(each, id, 2 ** (curveBins / 2) - 1))
    }
    await countPlays({ ...visitor, now: now + hour / 2 })
  }

  it('is the sum of what each shows, however large a share of its viewers reports', async () => {
    const clip = await makeVideo(owner.actor.id, { duration: 60 })
    await watchHalf(clip.id, smallestGroup - 1)
    expect(await all()).toBeNull()
    await watchHalf(clip.id, 50)
    expect(await all()).toBe(59 * 30)

    // Few viewers of the film report, as many as of the clip did.
    const film = await makeVideo(owner.actor.id, { duration: 7200 })
    await watchHalf(film.id, 100, smallestGroup)
    expect((await statistics(film.id)).watchSeconds).toBe(100 * 3600)
    expect(await all()).toBe(59 * 30 + 100 * 3600)

    await deleteForGood(client, clip.id)
    expect(await all()).toBe(100 * 3600)
  })

  it('takes in no video that shows none itself, whose only viewer would follow from it', async () => {
    const [known, other] = [
      await makeVideo(owner.actor.id, { duration: 60 }),
      await makeVideo(owner.actor.id, { duration: 7200 }),
    ]
    await watchHalf(known.id, smallestGroup)
    await watchHalf(other.id, 1)
    expect((await statistics(other.id)).watchSeconds).toBeNull()
    expect(await all()).toBe((await statistics(known.id)).watchSeconds)
  })
})

describe('groups', () => {
  it('show none that is too small, nor any whose size follows from the total', () => {
    const group = fc.record({ name: fc.option(fc.string(), { nil: null }), views: fc.nat({ max: 40 }) })
    fc.assert(
      fc.property(fc.array(group), (groups) => {
        const shown = showableGroups(groups)
        const sum = (list: { views: number }[]) => list.reduce((total, { views }) => total + views, 0)
        expect(sum(shown)).toBe(sum(groups))
        // A single group may be too small: it is all that there is, and its size is the public count.
        for (const { views } of shown) expect(shown.length === 1 || views >= smallestGroup).toBe(true)
        expect(shown.filter(({ name }) => name === null).length).toBeLessThan(2)
      }),
    )
  })
})
