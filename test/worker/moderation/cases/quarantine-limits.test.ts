import { eq, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminReport, ReportReceipt } from '#contract/schemas/moderation/safety'
import { hour, minute } from '#contract/values/shared/time'
import { approvedTexts, categories, mailOutbox, videos } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import {
  makeUpload,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { addressOfVideo, askRemoval, requestRow } from '#test/support/moderation/removals'
import { reportsOf } from '#test/support/moderation/safety'
import { pagesOf } from '#test/support/videos/content'
import { reportVideo } from '#worker/services/moderation/reports/index'
import { pruneTrash } from '#worker/services/videos/publishing/prune-trash'

const owner = ownerOfVideos()
let admin: TestClient
/** The current time. Each test has hours of its own. */
let now = Math.ceil(Date.now() / hour) * hour

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

beforeEach(() => {
  now += 24 * hour
})

interface Sender {
  client?: TestClient
  address?: string
  at?: number
  reason?: 'minor' | 'without_consent'
}

/** Reports a video for a grave reason, always with the same text. */
async function report(
  id: number,
  { client = new TestClient(), address, at = now, reason = 'minor' }: Sender = {},
) {
  const sent = client.copy()
  sent.now = at
  const response = await sent.request('POST', `/api/videos/${id}/report`, {
    json: { reason, details: 'Look at it.' },
    headers: { 'cf-connecting-ip': address ?? client.address },
  })
  expect(response.status).toBe(201)
  return response.json<ReportReceipt>()
}

async function dismiss(id: number) {
  const [last] = (await reportsOf(id)).filter(({ status }) => status === 'open')
  const json = { decision: 'dismiss', note: 'We looked at it.' }
  const response = await admin.request('POST', `/api/admin/reports/${last?.id}/decide`, { json })
  expect(response.status).toBe(200)
}

const holdOf = async (id: number) => (await videoRow(id))?.hold
const newVideo = async () => (await makeVideo(owner.id)).id

/** Makes a video whose files a person has looked at. */
async function approvedVideo(): Promise<number> {
  const id = await newVideo()
  await testDb()
    .insert(approvedTexts)
    .values({ videoId: id, title: '', description: '', approvedAt: Date.now() + hour })
  return id
}

async function hiddenOf(ids: number[]): Promise<number> {
  return (await Promise.all(ids.map(holdOf))).filter((hold) => hold === 'quarantine').length
}

describe('after staff dismissed a grave report', () => {
  it('the same words by the same stranger, and by any other, hide nothing, and come first in the list', async () => {
    const [id, waiting] = [await newVideo(), await newVideo()]
    const stranger = new TestClient()
    await report(id, { client: stranger })
    expect(await holdOf(id)).toBe('quarantine')
    await dismiss(id)
    await report(waiting)
    for (const client of [stranger, new TestClient()]) {
      const { code } = await report(id, { client, at: now + hour })
      expect(await holdOf(id)).toBeNull()
      const open: AdminReport[] = []
      for await (const { items } of pagesOf<AdminReport>(admin, '/api/admin/reports?limit=50'))
        open.push(...items)
      const [mine, others] = [open.findIndex((each) => each.code === code), open.map((each) => each.videoId)]
      expect(mine).toBeLessThan(others.indexOf(waiting))
    }
    // A removal request doesn't get around the limit.
    await askRemoval({ url: addressOfVideo({ id }), reason: 'without_consent' })
    expect(await holdOf(id)).toBeNull()
  })

  it('an account has it hidden all the same, unless its own was among those', async () => {
    const id = await newVideo()
    const [first, second] = [await signInAs(await makeUser()), await signInAs(await makeUser())]
    await report(id, { client: first })
    await dismiss(id)
    await report(id, { client: first, at: now + hour })
    expect(await holdOf(id)).toBeNull()
    await report(id, { client: second, at: now + hour })
    expect(await holdOf(id)).toBe('quarantine')
  })

  it('a removal request by an account hides nothing, which would be its way around', async () => {
    const id = await newVideo()
    const client = await signInAs(await makeUser())
    client.now = now
    for (const hold of ['quarantine', null]) {
      const { token } = await askRemoval({ url: addressOfVideo({ id }), reason: 'minor' }, client)
      expect(await holdOf(id)).toBe(hold)
      const json = { decision: 'refuse', note: 'We looked at it.' }
      const { id: request } = await requestRow(token)
      await admin.request('POST', `/api/admin/removal-requests/${request}/decide`, { json })
      client.now += hour
    }
  })

  it('another file is looked at anew', async () => {
    const id = await newVideo()
    await report(id)
    await dismiss(id)
    const sourceKey = `m/${randomLetters(22)}`
    await testDb().update(videos).set({ sourceKey }).where(eq(videos.id, id))
    await report(id)
    expect(await holdOf(id)).toBe('quarantine')
  })

  it('so is another picture', async () => {
    const id = await newVideo()
    await report(id)
    await dismiss(id)
    const { id: thumbnailFile } = await makeUpload(owner.id, 'image')
    const answer = await owner.client.request('PATCH', `/api/videos/${id}`, { json: { thumbnailFile } })
    expect(answer.status).toBe(200)
    await report(id, { at: now + hour })
    expect(await holdOf(id)).toBe('quarantine')
  })

  it('of spam alone nothing is remembered: nobody looked for more', async () => {
    const id = await newVideo()
    await new TestClient().request('POST', `/api/videos/${id}/report`, { json: { reason: 'spam' } })
    await dismiss(id)
    await report(id)
    expect(await holdOf(id)).toBe('quarantine')
  })

  it('one that hid nothing and is still open doesn’t hold the video, nor lets it be deleted', async () => {
    const id = await newVideo()
    await report(id)
    await dismiss(id)
    await report(id)
    await report(id, { client: await signInAs(await makeUser()) })
    const [, stranger, account] = await reportsOf(id)
    expect([stranger?.hides, account?.hides, await holdOf(id)]).toEqual([false, true, 'quarantine'])
    const json = { decision: 'dismiss', note: 'We looked at it.' }
    const dismissed = await admin.request('POST', `/api/admin/reports/${account?.id}/decide`, { json })
    expect(dismissed.status).toBe(200)
    await report(id, { at: now + 2 * hour })
    expect(await holdOf(id)).toBeNull()
    expect((await owner.client.request('DELETE', `/api/videos/${id}`)).status).toBe(409)
    expect(await holdOf(id)).toBeNull()
    await testDb().update(videos).set({ hold: 'trash', trashedAt: 0 }).where(eq(videos.id, id))
    await pruneTrash(await jobContext())
    expect(await videoRow(id)).toBeDefined()
  })

  it('or refused such a request, it is the same', async () => {
    const id = await newVideo()
    const { token } = await askRemoval({ url: addressOfVideo({ id }), reason: 'minor' })
    expect(await holdOf(id)).toBe('quarantine')
    const json = { decision: 'refuse', note: 'We looked at it.' }
    await admin.request('POST', `/api/admin/removal-requests/${(await requestRow(token)).id}/decide`, {
      json,
    })
    expect(await holdOf(id)).toBeNull()
    await report(id)
    expect(await holdOf(id)).toBeNull()
  })
})

describe('one sender', () => {
  it('without an account hides two videos an hour, at once or one by one; a third waits for staff', async () => {
    const ids = await Promise.all([newVideo(), newVideo(), newVideo()])
    // One household, by IPv6.
    await Promise.all(ids.map((id, index) => report(id, { address: `2001:db8:1:2::${index + 1}` })))
    const holds = await Promise.all(ids.map(holdOf))
    expect(holds.filter((hold) => hold === 'quarantine')).toHaveLength(2)
    const [fourth, fifth] = [await newVideo(), await newVideo()]
    await report(fourth, { address: '2001:db8:1:2:ffff::9', at: now + hour - 1 })
    expect(await holdOf(fourth)).toBeNull()
    await report(fifth, { address: '2001:db8:1:2:ffff::9', at: now + hour })
    expect(await holdOf(fifth)).toBe('quarantine')
  })

  it('counts removal requests among them', async () => {
    const client = new TestClient()
    client.now = now
    const ids = [await newVideo(), await newVideo(), await newVideo()]
    for (const id of ids.slice(0, 2))
      await askRemoval({ url: addressOfVideo({ id }), reason: 'minor' }, client)
    await report(ids[2] ?? 0, { client })
    expect(await Promise.all(ids.map(holdOf))).toEqual(['quarantine', 'quarantine', null])
  })

  it.each([
    ['an IPv6 /56', 3, (at: number) => `2001:db8:2:5${at.toString(16)}::1`],
    ['an IPv6 /48', 5, (at: number) => `2001:db8:3:${at}00::1`],
    ['an IPv4 /24', 5, (at: number) => `192.0.2.${at}`],
  ])('with addresses all over %s hides %s an hour for each reason', async (_, most, addressOf) => {
    for (const reason of ['minor', 'without_consent'] as const) {
      const ids = await Promise.all(Array.from({ length: 8 }, newVideo))
      await Promise.all(ids.map((id, index) => report(id, { address: addressOf(index + 1), reason })))
      expect(await hiddenOf(ids)).toBe(most)
    }
  })

  it('doesn’t use up what a true report needs: an account’s hides, and one from another network', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, newVideo))
    for (const [index, id] of ids.entries()) await report(id, { address: `198.51.100.${index + 1}` })
    const [left = 0, last = 0] = ids.slice(-2)
    // Of the same network, it proves nothing.
    await report(left, { address: '198.51.100.77' })
    expect([await holdOf(left), await holdOf(last)]).toEqual([null, null])
    await report(left, { address: '203.0.113.9' })
    await report(last, { client: await signInAs(await makeUser()), address: '198.51.100.1' })
    expect([await holdOf(left), await holdOf(last)]).toEqual(['quarantine', 'quarantine'])
  })

  it('from all networks hides five approved videos an hour, or 2 %, and all that nobody has looked at', async () => {
    const hidden = async (count: number, make: () => Promise<number>, at = now) => {
      const ids = await Promise.all(Array.from({ length: count }, make))
      for (const id of ids) await report(id, { at })
      return hiddenOf(ids)
    }
    expect(await hidden(7, approvedVideo)).toBe(5)
    expect(await hidden(2, newVideo)).toBe(2)
    const counts = await testDb()
      .select({ id: categories.id, videoCount: categories.videoCount })
      .from(categories)
    await testDb().update(categories).set({ videoCount: 0 })
    await testDb()
      .update(categories)
      .set({ videoCount: 350 })
      .where(eq(categories.id, counts[0]?.id ?? 0))
    expect(await hidden(8, approvedVideo, now + hour)).toBe(7)
    for (const { id, videoCount } of counts)
      await testDb().update(categories).set({ videoCount }).where(eq(categories.id, id))
  })

  it('tells staff at once that a quota is used up, and puts what it held back first', async () => {
    const mails = async () =>
      (await testDb().select().from(mailOutbox).where(like(mailOutbox.dedupeKey, 'grave-quota:%'))).filter(
        ({ createdAt, recipient }) => createdAt >= now && recipient === 'contact@example.com',
      )
    const ids = [await newVideo(), await newVideo(), await newVideo()]
    for (const id of ids.slice(0, 2)) await report(id, { address: '2001:db8:78:1::1' })
    expect(await mails()).toEqual([])
    await report(ids[2] ?? 0, { address: '2001:db8:78:1::1' })
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Serious reports no longer hide videos: please look at once',
    ])
    // The list begins with those.
    expect((await reportsOf(ids[2] ?? 0)).map(({ hides }) => hides)).toEqual([false])
  })

  it('with an account hides five', async () => {
    const client = await signInAs(await makeUser())
    const held: unknown[] = []
    for (let count = 0; count < 6; count += 1) {
      const id = await newVideo()
      // Three reports in five minutes are the limit of reports.
      await report(id, { client, at: now + count * 5 * minute })
      held.push(await holdOf(id))
    }
    expect(held).toEqual([...Array(5).fill('quarantine'), null])
  })

  it('with an account of an address that isn’t confirmed counts as one without', async () => {
    const local = await userContext(now)
    const ctx = { ...local, config: { ...local.config, production: true, mailWorks: true } }
    const ids = [await newVideo(), await newVideo(), await newVideo()]
    for (const id of ids) await reportVideo(ctx, id, { reason: 'minor', details: 'Look at it.' })
    expect(await Promise.all(ids.map(holdOf))).toEqual(['quarantine', 'quarantine', null])
  })

  it('doesn’t fill the boxes of staff: one email an hour, however many wait', async () => {
    const mails = async () =>
      (await testDb().select().from(mailOutbox).where(like(mailOutbox.dedupeKey, 'grave-case:%'))).filter(
        ({ createdAt, recipient }) => createdAt >= now && recipient === 'contact@example.com',
      ).length
    const id = await newVideo()
    await report(id)
    await dismiss(id)
    expect(await mails()).toBe(0)
    for (let count = 0; count < 5; count += 1) await report(id)
    expect(await mails()).toBe(1)
    await report(id, { at: now + hour })
    expect(await mails()).toBe(2)
  })
})

describe('a flood of reports from one network', () => {
  const dismissAll = (id: number | undefined, by = admin) =>
    by.request('POST', `/api/admin/reports/${id}/dismiss-network`, {
      json: { note: 'A flood of made-up reports.' },
    })

  it('is dismissed by one decision, which leaves the reports of others and of other hours', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, newVideo))
    const [alsoByOthers = 0, later = 0] = [ids[0], await newVideo()]
    const json = { reason: 'spam', details: 'Not what it says.' }
    await new TestClient().request('POST', `/api/videos/${alsoByOthers}/report`, { json })
    for (const [index, id] of ids.entries())
      await report(id, { address: `203.0.113.${index + 1}`, at: now + index * minute })
    await report(later, { address: '203.0.113.99', at: now + 2 * hour })
    expect(await Promise.all([...ids, later].map(holdOf))).toEqual([
      ...Array(5).fill('quarantine'),
      null,
      'quarantine',
    ])
    const [first] = (await reportsOf(ids[1] ?? 0)) as { id: number }[]
    const shown = await admin.json<AdminReport>('GET', `/api/admin/reports/${first?.id}`)
    expect(shown.isOfFlood).toBe(true)

    const answer = await dismissAll(first?.id)
    expect(await answer.json()).toEqual({ reports: 6, videos: 6, hasMore: false })
    expect(await Promise.all([...ids, later].map(holdOf))).toEqual([...Array(6).fill(null), 'quarantine'])
    const left = (await reportsOf(alsoByOthers)).map(({ reason, status }) => [reason, status])
    expect(left).toEqual([
      ['spam', 'open'],
      ['minor', 'dismissed'],
    ])
    // Nobody has looked at the videos, so another stranger has them hidden again.
    await report(ids[1] ?? 0, { address: '198.51.100.200', at: now + hour })
    expect(await holdOf(ids[1] ?? 0)).toBe('quarantine')
    expect(await (await dismissAll(first?.id)).json()).toEqual({ reports: 0, videos: 0, hasMore: false })
  })

  it('isn’t decided by support', async () => {
    const support = await signInAs(await makeUser({ staff: 'support' }))
    expect((await dismissAll(1, support)).status).toBe(403)
  })
})
