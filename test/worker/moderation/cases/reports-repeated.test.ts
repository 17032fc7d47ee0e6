import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ReportReceipt } from '#contract/schemas/moderation/safety'
import { videos } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { TestClient } from '#test/support/client'
import { userContext } from '#test/support/context'
import { makeUser, makeVideo, randomLetters, signInAs, testDb, videoRow } from '#test/support/factories'
import { reportsOf } from '#test/support/moderation/safety'
import type { UserContext } from '#worker/services/context'
import { reportVideo } from '#worker/services/moderation/reports/index'

const owner = ownerOfVideos()

function send(client: TestClient, videoId: number, json: unknown = { reason: 'spam' }) {
  return client.request('POST', `/api/videos/${videoId}/report`, { json })
}

async function receiptOf(response: Response): Promise<ReportReceipt> {
  return response.json<ReportReceipt>()
}

/** Returns a context that runs something right after the first batch. */
function onceBatched(ctx: UserContext, then: () => PromiseLike<unknown>): UserContext {
  let isFirst = true
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name !== 'batch') return Reflect.get(target, name)
      return async (...given: Parameters<typeof target.batch>) => {
        const answer = await target.batch(...given)
        if (isFirst) await then()
        isFirst = false
        return answer
      }
    },
  })
  return { ...ctx, db }
}

describe('a report of the same video', () => {
  it('answers the same receipt to whoever has an open report of the video', async () => {
    const video = await makeVideo(owner.id)
    const client = await signInAs(await makeUser())
    const first = await receiptOf(await send(client, video.id))
    const again = await send(client, video.id, { reason: 'illegal' })
    expect([again.status, await receiptOf(again)]).toEqual([200, first])
    // Another person, and another video, make separate reports.
    expect((await send(new TestClient(), video.id)).status).toBe(201)
    expect((await send(client, (await makeVideo(owner.id)).id)).status).toBe(201)
    expect(await reportsOf(video.id)).toHaveLength(2)
  })

  it('makes one report of ten that are sent at once', async () => {
    const video = await makeVideo(owner.id)
    const client = await signInAs(await makeUser())
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(client.copy(), video.id, { reason: 'minor' })),
    )
    const [row, ...others] = await reportsOf(video.id)
    expect(others).toEqual([])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers) {
      // The limit of three applies first.
      if (answer.ok) expect((await receiptOf(answer)).code).toBe(row?.code)
      else expect(answer.status).toBe(429)
    }
    expect(await videoRow(video.id)).toMatchObject({ hold: 'quarantine', revision: 2, openReports: 1 })
  })

  it('lets a grave report take the place of the same person’s lesser one', async () => {
    const video = await makeVideo(owner.id)
    const client = await signInAs(await makeUser())
    const lesser = await receiptOf(await send(client, video.id))
    const graver = await send(client, video.id, { reason: 'without_consent' })
    expect(graver.status).toBe(201)
    const { code } = await receiptOf(graver)
    expect(await videoRow(video.id)).toMatchObject({ hold: 'quarantine', openReports: 1 })
    const replaced = await client.get(`/api/reports/${lesser.code}`)
    const text = await replaced.text()
    expect(JSON.parse(text)).toMatchObject({
      status: 'dismissed',
      decision: { note: expect.stringContaining('more serious reason') },
    })
    // The code of one report must not reveal that of the other.
    expect(text).not.toContain(code)
  })

  it('answers the same receipt for a grave report that is sent twice, though the video is hidden by then', async () => {
    const video = await makeVideo(owner.id)
    for (const client of [new TestClient(), await signInAs(await makeUser())]) {
      await testDb().update(videos).set({ hold: null }).where(eq(videos.id, video.id))
      const first = await send(client, video.id, { reason: 'minor' })
      const again = await send(client, video.id, { reason: 'minor' })
      expect([first.status, again.status]).toEqual([201, 200])
      expect(await receiptOf(again)).toEqual(await receiptOf(first))
    }
  })

  it('hands nobody’s receipt to whoever shares their address and browser', async () => {
    const video = await makeVideo(owner.id)
    const client = new TestClient()
    const details = 'My face is in it, at the very end.'
    const first = await receiptOf(await send(client, video.id, { reason: 'minor', details }))
    // Callers who can't see a video can't find out that it was reported.
    const guess = await send(client, video.id, { reason: 'minor', details: 'Is it this one?' })
    const text = await guess.text()
    expect([guess.status, text.includes(first.code)]).toEqual([404, false])
  })

  it('uses up nothing when it is sent twice at once', async () => {
    const client = new TestClient()
    const email = `${randomLetters(12)}@example.com`
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => makeVideo(owner.id)))
    const json = { reason: 'spam', email }
    const twice = await Promise.all([send(client, first?.id ?? 0, json), send(client, first?.id ?? 0, json)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 201])
    for (const video of [second, third]) expect((await send(client, video?.id ?? 0, json)).status).toBe(201)
    expect(await reportsOf(third?.id ?? 0)).toMatchObject([{ email }])
  })

  it('stays open when the video goes before a graver one has taken its place', async () => {
    const video = await makeVideo(owner.id)
    const ctx = await userContext()
    await reportVideo(ctx, video.id, { reason: 'spam', details: '' })
    const goes = onceBatched(ctx, () => testDb().delete(videos).where(eq(videos.id, video.id)))
    const graver = reportVideo(goes, video.id, { reason: 'minor', details: '' })
    await expect(graver).resolves.toMatchObject({
      created: false,
      receipt: { reason: 'spam', status: 'open' },
    })
  })

  it.each<[string, HeadersInit, string | undefined]>([
    ['another browser', { 'user-agent': 'Mozilla/5.0 (another)' }, undefined],
    ['another mail address', {}, 'other@example.com'],
    ['other words', {}, 'me@example.com'],
  ])('takes people behind one address for several by %s', async (_, headers, email) => {
    const video = await makeVideo(owner.id)
    const client = new TestClient()
    const first = await receiptOf(
      await send(client, video.id, { reason: 'copyright', email: 'me@example.com' }),
    )
    const json = { reason: 'illegal', details: 'I am somebody else.', ...(email && { email }) }
    const second = await client.request('POST', `/api/videos/${video.id}/report`, { json, headers })
    expect(second.status).toBe(201)
    expect((await receiptOf(second)).code).not.toBe(first.code)
    expect((await reportsOf(video.id)).map(({ reason, status }) => [reason, status])).toEqual([
      ['copyright', 'open'],
      ['illegal', 'open'],
    ])
  })

  it('counts what comes from one address together, whatever browser and mail address it names', async () => {
    const client = new TestClient()
    const answers: number[] = []
    for (let sent = 0; sent < 4; sent += 1) {
      const video = await makeVideo(owner.id)
      const json = { reason: 'spam', email: `me${sent}@example.com` }
      const headers = { 'user-agent': `Mozilla/5.0 (${sent})` }
      answers.push((await client.request('POST', `/api/videos/${video.id}/report`, { json, headers })).status)
    }
    expect(answers).toEqual([201, 201, 201, 429])
  })
})
