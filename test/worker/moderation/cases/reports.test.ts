import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportReceipt } from '#contract/schemas/moderation/safety'
import type { Video } from '#contract/schemas/videos/video'
import { hour, minute } from '#contract/values/shared/time'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'
import { revokedBelow } from '#test/support/moderation/revoked-below'
import { mailsTo, reportsOf } from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'

const owner = ownerOfVideos()
let admin: TestClient
let adminMail: string
/**
 * The viewers' clock, which only moves forward: an isolate that has read revocations up to a later time reads
 * nothing at an earlier one.
 */
let clock = Date.now()

beforeAll(async () => {
  const user = await makeUser({ isAdmin: true })
  adminMail = `${user.username}@example.com`
  admin = await signInAs(user)
})

function send(client: TestClient, videoId: number, json: unknown = { reason: 'spam' }) {
  return client.request('POST', `/api/videos/${videoId}/report`, { json })
}

async function receiptOf(response: Response): Promise<ReportReceipt> {
  return response.json<ReportReceipt>()
}

describe('POST /api/videos/:id/report', () => {
  it('takes one in from anybody, and answers a receipt that can be read again by its number', async () => {
    const video = await makeVideo(owner.id)
    const visitor = new TestClient()
    const input = { reason: 'copyright', details: ' It is mine. ', at: 3.5, email: 'me@example.com' }
    const response = await send(visitor, video.id, input)
    expect(response.status).toBe(201)
    const receipt = await receiptOf(response)
    expect(receipt).toMatchObject({
      videoId: video.id,
      videoTitle: video.title,
      reason: 'copyright',
      status: 'open',
      decision: null,
      code: expect.stringMatching(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/),
    })
    const stranger = new TestClient({ ageVerified: false })
    expect(await stranger.json('GET', `/api/reports/${receipt.code.toLowerCase()}`)).toEqual(receipt)
    expect(await reportsOf(video.id)).toEqual([
      expect.objectContaining({
        details: 'It is mine.',
        seconds: 3.5,
        email: 'me@example.com',
        reporterId: null,
        ownerId: owner.id,
      }),
    ])
    // Nothing else changes: one visitor can't hide a video for such a reason.
    expect(await videoRow(video.id)).toMatchObject({ hold: null, revision: 1, openReports: 1 })
  })

  it('keeps no address of a visitor, and of an account its own one alone', async () => {
    const video = await makeVideo(owner.id)
    const [user, visitor] = [await makeUser(), new TestClient()]
    await send(await signInAs(user), video.id, { reason: 'spam', email: 'other@example.com' })
    await send(visitor, video.id)
    const [first, second] = await reportsOf(video.id)
    expect(first).toMatchObject({ reporterId: user.id, reporterKey: `user:${user.id}`, email: null })
    expect(second).toMatchObject({ reporterId: null, email: null })
    expect(JSON.stringify(second)).not.toContain(visitor.address)
  })

  it('keeps a typed address three times a day, however it is spelled: nobody’s box is filled by this form', async () => {
    const kept: (string | null | undefined)[] = []
    for (const email of ['ada@example.net', 'Ada@example.net', 'ADA@example.net', 'aDa@example.net']) {
      const video = await makeVideo(owner.id)
      expect((await send(new TestClient(), video.id, { reason: 'spam', email })).status).toBe(201)
      kept.push((await reportsOf(video.id))[0]?.email)
    }
    expect(kept).toEqual(['ada@example.net', 'Ada@example.net', 'ADA@example.net', null])
  })
})

describe.each(['minor', 'without_consent'])('a report with the reason "%s"', (reason) => {
  it('hides the video at once from everyone but administrators', async () => {
    const video = await makeVideo(owner.id)
    const visitor = new TestClient()
    expect((await send(visitor, video.id, { reason })).status).toBe(201)
    expect((await visitor.get(`/api/videos/${video.id}`)).status).toBe(404)
    const listed = await admin.json<Video[]>('GET', '/api/videos?limit=50')
    expect(listed.map(({ id }) => id)).not.toContain(video.id)
    const found = await visitor.json<Video[]>('GET', `/api/search?q=${encodeURIComponent(video.title)}`)
    expect(found.map(({ id }) => id)).not.toContain(video.id)
    expect(await admin.json('GET', `/api/videos/${video.id}`)).toMatchObject({
      hold: 'quarantine',
      videoUrl: expect.any(String),
    })
  })

  it('stops its bytes within thirty seconds, in an isolate that has just served them', async () => {
    const video = await makeVideo(owner.id)
    const { low } = await addLadder(video)
    const viewer = new TestClient()
    viewer.now = clock += 60_000
    const { videoUrl, thumbnailUrl, previewUrl, storyboard, sources, captions } = await viewer.json<Video>(
      'GET',
      `/api/videos/${video.id}`,
    )
    const addresses = [
      videoUrl,
      thumbnailUrl,
      previewUrl,
      storyboard?.url,
      captions[0]?.url,
      ...(sources ?? []).map(({ url }) => url),
    ].filter((url) => typeof url === 'string')
    expect(addresses.length).toBeGreaterThanOrEqual(8)
    const playlist = sources?.find(({ height }) => height === 360)?.url ?? ''
    const [entry = ''] = /^[^#\s].*$/m.exec(await (await viewer.get(playlist)).text()) ?? []
    const segment = new URL(entry, `http://localhost${playlist}`).pathname
    expect((await viewer.get(segment)).status).toBe(200)
    for (const address of addresses)
      expect([address, (await viewer.get(address)).status]).toEqual([address, 200])

    await send(new TestClient(), video.id, { reason })
    expect(await revokedBelow(low.objectKey)).toBe(2)
    viewer.now += 30_001
    for (const address of [...addresses, segment]) {
      expect([address, (await viewer.get(address)).status]).toEqual([address, 404])
    }
  })

  it('tells the owner that it is looked into, without media and without who said so', async () => {
    const video = await makeVideo(owner.id)
    const reporter = await makeUser()
    const client = await signInAs(reporter)
    const { code } = await receiptOf(
      await send(client, video.id, { reason, details: 'Seen at the station.' }),
    )
    const response = await owner.client.get(`/api/videos/${video.id}`)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      title: video.title,
      hold: 'quarantine',
      videoUrl: null,
      thumbnailUrl: null,
      previewUrl: null,
      sources: null,
    })
    const own = await (await owner.client.get('/api/videos/my-videos')).text()
    for (const secret of [reporter.username, code, 'station', `user:${reporter.id}`]) {
      expect(text + own).not.toContain(secret)
    }
    // It can't be deleted or changed before a decision either.
    expect((await owner.client.request('DELETE', `/api/videos/${video.id}`)).status).toBe(403)
    const change = { json: { title: 'Another title' } }
    expect((await owner.client.request('PATCH', `/api/videos/${video.id}`, change)).status).toBe(403)
  })
})

it('tells the administrators when videos wait for them in quarantine, once in ten minutes', async () => {
  const at = Math.ceil(Date.now() / hour) * hour + 1000 * hour
  const report = async (reason: string, now: number) => {
    const client = new TestClient()
    client.now = now
    await send(client, (await makeVideo(owner.id)).id, { reason })
  }
  const mails = async () =>
    (await mailsTo(adminMail)).filter(
      ({ dedupeKey, createdAt }) => dedupeKey.startsWith('quarantine:') && createdAt >= at,
    )
  await report('spam', at)
  expect(await mails()).toEqual([])
  await Promise.all([
    report('minor', at),
    report('minor', at),
    report('without_consent', at + 10 * minute - 1),
  ])
  expect(await mails()).toMatchObject([{ subject: 'A quarantined video needs a decision' }])
  await report('minor', at + 10 * minute)
  expect(await mails()).toHaveLength(2)
})

it('holds a video of a banned uploader for the graver reason, and leaves a removed one as it is', async () => {
  for (const [hold, becomes] of [
    ['ban', 'quarantine'],
    ['removed', 'removed'],
  ] as const) {
    const video = await makeVideo(owner.id, { hold })
    // No one else can see it.
    expect((await send(admin, video.id, { reason: 'minor' })).status).toBe(201)
    expect((await videoRow(video.id))?.hold).toBe(becomes)
  }
})
