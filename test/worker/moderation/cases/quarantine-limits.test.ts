import { eq, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminReport, ReportReceipt } from '#contract/schemas/moderation/safety'
import { hour, minute } from '#contract/values/shared/time'
import { mailOutbox, videos } from '#db/schema'
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
}

/** Reports a video for a grave reason, always with the same text. */
async function report(id: number, { client = new TestClient(), address, at = now }: Sender = {}) {
  const sent = client.copy()
  sent.now = at
  const response = await sent.request('POST', `/api/videos/${id}/report`, {
    json: { reason: 'minor', details: 'Look at it.' },
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
      const open = await admin.json<AdminReport[]>('GET', '/api/admin/reports?limit=50')
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
