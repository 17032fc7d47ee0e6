import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminReport } from '#contract/schemas/moderation/safety'
import { confirmedMs } from '#contract/values/accounts/account'
import { detailsLength } from '#contract/values/moderation/safety'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'
import { removalsOf, reportsOf } from '#test/support/moderation/safety'

const owner = ownerOfVideos()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function send(client: TestClient, videoId: number, json: unknown = { reason: 'spam' }) {
  return client.request('POST', `/api/videos/${videoId}/report`, { json })
}

async function refusal(response: Response) {
  const { status, code } = await problemOf(response)
  return [status, code]
}

describe('a report', () => {
  it.each([
    ['no reason', {}],
    ['an unknown reason', { reason: 'ugly' }],
    ['a field of its own', { reason: 'spam', status: 'upheld' }],
    ['a second before the beginning', { reason: 'spam', at: -1 }],
    ['details that are too long', { reason: 'spam', details: 'x'.repeat(detailsLength.max + 1) }],
    ['an address that is none', { reason: 'spam', email: 'me at home' }],
  ])('with %s is refused', async (_, json) => {
    const video = await makeVideo(owner.id)
    expect(await refusal(await send(new TestClient(), video.id, json))).toEqual([400, 'invalid_input'])
    expect(await reportsOf(video.id)).toEqual([])
  })

  it('from another site is refused', async () => {
    const video = await makeVideo(owner.id)
    const response = await new TestClient().request('POST', `/api/videos/${video.id}/report`, {
      json: { reason: 'minor' },
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    })
    expect(await refusal(response)).toEqual([403, 'cross_site'])
    expect((await videoRow(video.id))?.hold).toBeNull()
  })

  it.each([
    ['private', { isPublic: false }],
    ['in quarantine', { hold: 'quarantine' }],
    ['removed', { hold: 'removed' }],
    ['waiting for approval', { review: 'pending' }],
  ] as const)('of a video that is %s is answered as one of a video that never was', async (_, change) => {
    const video = await makeVideo(owner.id, change)
    const visitor = new TestClient()
    const [hidden, never] = [await send(visitor, video.id), await send(visitor, 999_999_999)]
    expect(hidden.status).toBe(404)
    expect(await hidden.text()).toBe(await never.text())
    expect(await reportsOf(video.id)).toEqual([])
  })

  it.each(['address', 'account'])('is one of three in five minutes for each %s', async (kind) => {
    const client = kind === 'account' ? await signInAs(await makeUser()) : new TestClient()
    client.now = Date.now()
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await send(client, (await makeVideo(owner.id)).id)).status).toBe(201)
    }
    const video = await makeVideo(owner.id)
    const fourth = await send(client, video.id, { reason: 'minor' })
    expect(fourth.headers.get('retry-after')).toBe('300')
    expect(await refusal(fourth)).toEqual([429, 'rate_limited'])
    expect((await videoRow(video.id))?.hold).toBeNull()
    // No one else is locked out, and the caller only for that time.
    expect((await send(new TestClient(), video.id)).status).toBe(201)
    client.now += 5 * 60_000
    expect((await send(client, video.id)).status).toBe(201)
  })
})

describe('a receipt', () => {
  it.each(['AAAA-AAAA-AAAA-AAAA', 'AAAA', '1', '%27%20or%201=1'])(
    'with the number %s is not there',
    async (code) => {
      expect(await refusal(await new TestClient().get(`/api/reports/${code}`))).toEqual([404, 'not_found'])
    },
  )
})

describe('a decision', () => {
  async function open(): Promise<{ id: number; videoId: number }> {
    const video = await makeVideo(owner.id)
    await send(new TestClient(), video.id)
    const [report] = await reportsOf(video.id)
    return { id: report?.id ?? 0, videoId: video.id }
  }
  const decide = (client: TestClient, id: number | string, json: unknown) =>
    client.request('POST', `/api/admin/reports/${id}/decide`, { json })
  const removal = { decision: 'remove', note: 'It breaks the terms.' }

  it.each([
    ['without a word', { decision: 'remove', note: ' ' }],
    ['that is none', { decision: 'ban', note: 'It breaks the terms.' }],
    ['that has seen what can’t be', { decision: 'dismiss', note: 'It is fine.', seen: 0 }],
  ])('%s is refused', async (_, json) => {
    const { id } = await open()
    expect(await refusal(await decide(admin, id, json))).toEqual([400, 'invalid_input'])
  })

  it('is an administrator’s, who typed the password lately', async () => {
    const { id, videoId } = await open()
    expect(await refusal(await decide(owner.client, id, removal))).toEqual([403, 'forbidden'])
    const late = admin.copy()
    late.now = Date.now() + confirmedMs + 60_000
    expect(await refusal(await decide(late, id, removal))).toEqual([403, 'password_required'])
    const removing = { json: { reason: 'spam', note: 'It advertises something.' } }
    const direct = await late.request('POST', `/api/admin/videos/${videoId}/remove`, removing)
    expect(await refusal(direct)).toEqual([403, 'password_required'])
    expect(await removalsOf(videoId)).toEqual([])
  })

  it('about what is unknown, or decided, says so', async () => {
    expect(await refusal(await decide(admin, 999_999_999, removal))).toEqual([404, 'not_found'])
    const { id, videoId } = await open()
    expect((await decide(admin, id, { ...removal, decision: 'dismiss' })).status).toBe(200)
    expect(await refusal(await decide(admin, id, removal))).toEqual([409, 'conflict'])
    expect((await videoRow(videoId))?.hold).toBeNull()
  })
})

describe('the list of reports', () => {
  it.each(['status=none', 'reason=ugly', 'videoId=x', 'limit=51', 'cursor=abc', 'page=2'])(
    'refuses ?%s',
    async (query) => {
      expect((await admin.get(`/api/admin/reports?${query}`)).status).toBe(400)
    },
  )

  it('names a reporter to administrators alone', async () => {
    const reporter = await makeUser()
    const video = await makeVideo(owner.id)
    await send(await signInAs(reporter), video.id)
    const list = await admin.json<AdminReport[]>('GET', `/api/admin/reports?videoId=${video.id}`)
    expect(list).toMatchObject([{ reporter: { username: reporter.username }, uploader: { id: owner.id } }])
    expect((await owner.client.get(`/api/admin/reports?videoId=${video.id}`)).status).toBe(403)
  })
})
