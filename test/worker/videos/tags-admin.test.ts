import { inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AdminTag } from '#contract/schemas/videos/tags'
import type { Video } from '#contract/schemas/videos/video'
import { tagMessages } from '#contract/values/videos/tags'
import { tags } from '#db/schema'
import type { JobMessage } from '#worker/queues'
import { finishRetagging, retag } from '#worker/services/videos/tags/index'
import { ownerOfVideos } from '../../support/accounts/owner'
import { d1Cost, problemOf, TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { runAll } from '../../support/cron'
import { makeUser, randomLetters, signInAs, testDb, videoRow } from '../../support/factories'
import { auditOf } from '../../support/moderation/removals'
import { listOfTag, listTagged, makeTagged, tagRow, wrongTagCounts } from '../../support/videos/tags'

const owner = ownerOfVideos()
const visitor = new TestClient()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function act(verb: 'block' | 'merge', slug: string, method = 'PUT', json?: object) {
  const path = `/api/admin/tags/${encodeURIComponent(slug)}/${verb}`
  return admin.request(method, path, json === undefined ? {} : { json })
}

async function work(slug: string) {
  await retag(await jobContext(), slug)
}

async function actsOn(slug: string) {
  return (await auditOf('tag', slug)).map(({ action }) => action)
}

function tagsOf(id: number) {
  return visitor.json<Video>('GET', `/api/videos/${id}`).then(({ tags }) => tags?.map(({ slug }) => slug))
}

describe('blocking a tag', () => {
  it('hides it at once, and takes it off public videos', async () => {
    const [bad, good] = [randomLetters(8), randomLetters(8)]
    const [shown, hidden] = [
      await makeTagged(owner.id, [good, bad]),
      await makeTagged(owner.id, [bad], { isPublic: false }),
    ]
    expect(await (await act('block', bad)).json()).toMatchObject({ slug: bad, blockedAt: expect.any(String) })
    expect((await act('block', bad)).status).toBe(200)
    expect(await actsOn(bad)).toEqual(['tag.block'])
    // Before the job has run.
    expect((await visitor.get(`/tag/${bad}`)).status).toBe(404)
    expect((await visitor.get(`/api/tags/${bad}`)).status).toBe(404)
    expect(await visitor.json('GET', `/api/tags?q=${bad}`)).toEqual([])
    expect([await listOfTag(visitor, bad), await listOfTag(visitor, bad, '&sort=popular')]).toEqual([[], []])
    expect(await tagsOf(shown.id)).toEqual([good])

    await work(bad)
    expect((await videoRow(shown.id))?.tags).toEqual([good])
    expect(await tagRow(bad)).toMatchObject({ videoCount: 0 })
    // A hidden video no longer shows it when it is published.
    await owner.client.request('PATCH', `/api/videos/${hidden.id}`, { json: { isPublic: true } })
    expect([await tagsOf(hidden.id), (await tagRow(bad))?.videoCount]).toEqual([[], 0])
    expect(await wrongTagCounts()).toEqual([])
  })

  it('lets nobody use it until it is unblocked', async () => {
    const bad = randomLetters(8)
    const { id } = await makeTagged(owner.id, [bad])
    await act('block', bad)
    await work(bad)
    const use = () => owner.client.request('PATCH', `/api/videos/${id}`, { json: { tags: [`#${bad}`] } })
    const refused = await use()
    expect(refused.status).toBe(400)
    expect((await problemOf(refused)).errors).toEqual([{ path: 'tags', message: tagMessages.blocked(bad) }])
    expect((await act('block', bad, 'DELETE')).status).toBe(200)
    expect((await use()).status).toBe(200)
    expect(await tagsOf(id)).toEqual([bad])
    expect(await actsOn(bad)).toEqual(['tag.block', 'tag.unblock'])
  })

  it('goes on by cron where a message was lost', async () => {
    const bad = randomLetters(8)
    const { id } = await makeTagged(owner.id, [bad])
    const sent: JobMessage[] = []
    const ctx = { ...(await jobContext()), jobs: { send: async (message: JobMessage) => sent.push(message) } }
    await act('block', bad)
    await finishRetagging(ctx as unknown as Awaited<ReturnType<typeof jobContext>>)
    expect((await videoRow(id))?.tags).toEqual([])
    await retag(ctx as unknown as Awaited<ReturnType<typeof jobContext>>, bad)
    expect(sent).toEqual([])
  })

  it('finds a video that cron lists between the block and the job', async () => {
    const [bad, good] = [randomLetters(8), randomLetters(8)]
    const { id } = await makeTagged(owner.id, [good, bad])
    await act('block', bad)
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: { title: 'Another title' } })
    await listTagged()
    await work(bad)
    expect([(await videoRow(id))?.tags, (await tagRow(bad))?.videoCount]).toEqual([[good], 0])
    expect(await wrongTagCounts()).toEqual([])
  })

  it('goes on by cron with others than those that fail', async () => {
    // Those of other tests are due first.
    await finishRetagging(await jobContext())
    const start = randomLetters(6)
    const bad = Array.from({ length: 20 }, (_, index) => `a${start}${randomLetters(2)}${index}`)
    const good = `b${start}`
    const stuck = await makeTagged(owner.id, bad)
    const { id } = await makeTagged(owner.id, [good])
    await testDb()
      .update(tags)
      .set({ blockedAt: 1 })
      .where(inArray(tags.slug, [...bad, good]))
    await testDb().run(
      sql.raw(`create trigger stuck before update of tags on videos when old.id = ${stuck.id}
        begin select raise(abort, 'stuck'); end`),
    )
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const sent: JobMessage[] = []
    const now = Date.now()
    const cron = async (minutes: number) => {
      const jobs = { send: async (message: JobMessage) => sent.push(message) }
      const ctx = { ...(await jobContext(now + minutes * 60_000)), jobs }
      await runAll(ctx as unknown as Awaited<ReturnType<typeof jobContext>>)
      return sent.splice(0).filter(({ job }) => job === 'retag')
    }
    // One run handles twenty.
    expect(await cron(0)).toEqual(expect.arrayContaining(bad.map((slug) => ({ job: 'retag', slug }))))
    expect((await videoRow(id))?.tags).toEqual([good])
    expect(await cron(1)).toHaveLength(19)
    expect((await videoRow(id))?.tags).toEqual([])
    // First the tag that wasn't among those; then each tag, four minutes after its second try.
    expect(await cron(2)).toHaveLength(1)
    expect(await cron(4)).toEqual([])
    expect(await cron(5)).toHaveLength(19)
    // Blocked again, it no longer counts as failed.
    const again = bad[0] ?? ''
    for (const method of ['DELETE', 'PUT']) expect((await act('block', again, method)).status).toBe(200)
    expect(await cron(6)).toContainEqual({ job: 'retag', slug: again })
    await testDb().run(sql`drop trigger stuck`)
    logged.mockRestore()
    expect(await cron(60)).toEqual([])
    expect((await videoRow(stuck.id))?.tags).toEqual([])
  })

  it('leaves videos of a tag in use alone', async () => {
    const good = randomLetters(8)
    const { id } = await makeTagged(owner.id, [good])
    await work(good)
    expect((await videoRow(id))?.tags).toEqual([good])
  })
})

describe('merging a tag', () => {
  it('leads to the other one, and renames it on public videos', async () => {
    const [from, to] = [randomLetters(8), randomLetters(8)]
    const one = await makeTagged(owner.id, [from], { createdAt: 2000 })
    const both = await makeTagged(owner.id, [from, 'night', to], { createdAt: 1000 })
    expect(await (await act('merge', from, 'PUT', { into: `#${to.toUpperCase()}` })).json()).toMatchObject({
      mergedInto: { slug: to, name: to },
    })
    expect((await act('merge', from, 'PUT', { into: to })).status).toBe(200)
    expect(await actsOn(from)).toEqual(['tag.merge'])
    const moved = await visitor.get(`/tag/${from}`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/tag/${to}`])
    expect(await visitor.json('GET', `/api/tags/${from}`)).toMatchObject({ slug: to })
    expect(await tagsOf(both.id)).toEqual([to, 'night'])

    await work(from)
    expect((await videoRow(both.id))?.tags).toEqual([to, 'night'])
    expect(await listOfTag(visitor, to)).toEqual([one.id, both.id])
    expect(await listOfTag(visitor, from)).toEqual([])
    // Typing the merged tag gives the other one.
    await owner.client.request('PATCH', `/api/videos/${one.id}`, { json: { tags: [from, 'sea'] } })
    expect((await videoRow(one.id))?.tags).toEqual([to, 'sea'])
    expect(await wrongTagCounts()).toEqual([])
  })

  it('flattens chains, and refuses loops and tags out of use', async () => {
    const [a, b, c, blocked] = [8, 8, 8, 8].map(randomLetters) as [string, string, string, string]
    await makeTagged(owner.id, [a, b, c, blocked])
    await act('merge', a, 'PUT', { into: b })
    await act('merge', b, 'PUT', { into: c })
    expect([(await tagRow(a))?.mergedInto, (await tagRow(b))?.mergedInto]).toEqual([c, c])
    await act('block', blocked)
    const refusalOf = async (slug: string, into: string) => (await act('merge', slug, 'PUT', { into })).status
    expect(await refusalOf(c, c)).toBe(400)
    expect(await refusalOf(c, a)).toBe(400)
    expect(await refusalOf(c, blocked)).toBe(400)
    expect(await refusalOf(c, 'no such tag')).toBe(400)
    expect(await refusalOf(a, blocked)).toBe(409)
    expect(await refusalOf(blocked, c)).toBe(409)
    expect((await act('block', a)).status).toBe(409)
    expect((await tagRow(c))?.mergedInto).toBeNull()
    expect((await act('merge', a, 'DELETE')).status).toBe(200)
    expect((await tagRow(a))?.mergedInto).toBeNull()
  })

  it('into one that is blocked later leaves nothing', async () => {
    const [from, to] = [randomLetters(8), randomLetters(8)]
    const { id } = await makeTagged(owner.id, [from])
    await makeTagged(owner.id, [to])
    await act('merge', from, 'PUT', { into: to })
    await act('block', to)
    expect(await tagsOf(id)).toEqual([])
    expect((await visitor.get(`/tag/${from}`)).status).toBe(404)
    for (const slug of [from, to]) await work(slug)
    expect((await videoRow(id))?.tags).toEqual([])
    const use = await owner.client.request('PATCH', `/api/videos/${id}`, { json: { tags: [from] } })
    expect(use.status).toBe(400)
  })
})

describe('the list of tags', () => {
  async function pages(query: string): Promise<AdminTag[]> {
    const found: AdminTag[] = []
    let path: string | undefined = `/api/admin/tags?limit=2&${query}`
    while (path) {
      const response = await admin.get(path)
      expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(12)
      found.push(...(await response.json<AdminTag[]>()))
      path = /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return found
  }

  it('is by use, by name where it is narrowed down, and whole', async () => {
    const word = randomLetters(8)
    const names = [`${word} a`, `${word} b`, `${word} c`, `${word} d`, `${word} e`]
    await makeTagged(owner.id, names)
    await act('block', `${word}-b`)
    await act('block', `${word}-d`)
    await act('merge', `${word}-a`, 'PUT', { into: `${word} e` })
    await act('merge', `${word}-c`, 'PUT', { into: `${word} e` })
    const all = await pages('')
    const counts = all.map(({ videoCount }) => videoCount)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
    expect((await pages(`q=${word}`)).map(({ name }) => name)).toEqual(names)
    const blocked = await pages(`q=${word}&filter=blocked`)
    expect(blocked.map(({ slug }) => slug)).toEqual([`${word}-b`, `${word}-d`])
    const merged = await pages(`q=${word}&filter=merged`)
    expect(merged.map(({ mergedInto }) => mergedInto?.name)).toEqual([`${word} e`, `${word} e`])
    expect((await pages('filter=blocked')).every(({ blockedAt }) => blockedAt !== null)).toBe(true)
  })
})
