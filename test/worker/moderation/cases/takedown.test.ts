import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminReport, ReportReceipt } from '#contract/schemas/moderation/safety'
import type { Video } from '#contract/schemas/videos/video'
import { condition } from '#db/conditions'
import { users } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { mailsTo, removalsOf, reportsOf } from '#test/support/moderation/safety'
import { deleteForGood } from '#test/support/videos/own-bulk'
import { takeDown } from '#worker/services/moderation/takedown/index'

const db = testDb()
const day = 24 * 3600_000
let admin: TestClient
let adminId: number

beforeAll(async () => {
  const user = await makeUser({ isAdmin: true })
  adminId = user.id
  admin = await signInAs(user)
})

async function report(videoId: number, reason = 'minor', client = new TestClient()): Promise<ReportReceipt> {
  return client.json('POST', `/api/videos/${videoId}/report`, {
    reason,
    email: `${client.address}@example.com`,
  })
}

async function reportId(code: string): Promise<number> {
  const list = await admin.json<AdminReport[]>('GET', '/api/admin/reports?limit=50')
  const found = list.find((each) => each.code === code)
  if (!found) throw new Error('The report is not in the list')
  return found.id
}

function decide(id: number, decision: 'remove' | 'dismiss', note = 'It breaks the terms.') {
  return admin.request('POST', `/api/admin/reports/${id}/decide`, { json: { decision, note } })
}

function remove(videoId: number, json: unknown = { reason: 'illegal', note: 'It breaks the terms.' }) {
  return admin.request('POST', `/api/admin/videos/${videoId}/remove`, { json })
}

describe('a report that is upheld', () => {
  it('takes the video down, and decides every open report of it', async () => {
    const uploader = await makeUser()
    const video = await makeVideo(uploader.id)
    const [first, second] = [new TestClient(), new TestClient()]
    const receipts = [await report(video.id, 'spam', first), await report(video.id, 'minor', second)]
    const response = await decide(await reportId(receipts[1]?.code ?? ''), 'remove')
    expect(response.status).toBe(200)
    expect(await response.json<AdminReport>()).toMatchObject({
      status: 'upheld',
      openOfVideo: 0,
      decidedBy: { id: adminId },
      decision: { note: 'It breaks the terms.' },
      video: { hold: 'removed' },
    })
    for (const { code } of receipts) {
      expect(await first.json('GET', `/api/reports/${code}`)).toMatchObject({
        status: 'upheld',
        decision: { note: 'It breaks the terms.' },
      })
    }
    expect(await videoRow(video.id)).toMatchObject({ hold: 'removed', openReports: 0 })
    const [removal] = await removalsOf(video.id)
    expect(removal).toMatchObject({
      videoTitle: video.title,
      ownerId: uploader.id,
      reason: 'minor',
      removedBy: adminId,
      copyOf: null,
      statement: 'It breaks the terms.',
    })
    expect((removal?.preserveUntil ?? 0) - (removal?.removedAt ?? 0)).toBe(365 * day)
    expect((await auditOf('video', video.id)).at(-1)).toMatchObject({
      action: 'video.remove',
      actorId: adminId,
      reason: 'It breaks the terms.',
      details: JSON.stringify({
        before: { hold: 'quarantine' },
        after: { hold: 'removed', reason: 'minor' },
        reports: 2,
      }),
    })
  })

  it('is mailed to its reporters and to the uploader, who isn’t told who they are', async () => {
    const [uploader, reporter] = [await makeUser(), await makeUser()]
    const video = await makeVideo(uploader.id)
    const visitor = new TestClient()
    await report(video.id, 'spam', await signInAs(reporter))
    await report(video.id, 'copyright', visitor)
    const silent = new TestClient()
    const { code } = await silent.json<ReportReceipt>('POST', `/api/videos/${video.id}/report`, {
      reason: 'spam',
    })
    await decide(await reportId(code), 'remove')

    const [removal] = await removalsOf(video.id)
    const [statement, ...more] = await mailsTo(`${uploader.username}@example.com`)
    expect(more).toEqual([])
    expect(statement?.subject).not.toContain(video.title)
    expect(statement?.body).toContain('It breaks the terms.')
    expect(statement?.body).toContain(`/removals/${removal?.id}\n`)
    for (const secret of [reporter.username, visitor.address, code])
      expect(statement?.body).not.toContain(secret)

    const [ofAccount, ofVisitor] = await reportsOf(video.id)
    for (const [recipient, own] of [
      [`${reporter.username}@example.com`, ofAccount],
      [`${visitor.address}@example.com`, ofVisitor],
    ] as const) {
      const [mail] = await mailsTo(recipient)
      expect(mail?.body).toContain(`/reports/${own?.code}\n`)
      expect(mail?.body).toContain('It breaks the terms.')
    }
  })

  it('stands when it was decided twice at once: the second is told', async () => {
    const video = await makeVideo((await makeUser()).id)
    const id = await reportId((await report(video.id)).code)
    const answers = await Promise.all([
      decide(id, 'remove'),
      decide(id, 'dismiss', 'Nothing is wrong with it.'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const removed = answers[0]?.status === 200
    const { hold } = (await videoRow(video.id)) ?? {}
    expect(hold).toBe(removed ? 'removed' : null)
    expect((await removalsOf(video.id)).length).toBe(removed ? 1 : 0)
    expect(await auditOf('report', id)).toHaveLength(1)
  })

  it('keeps the files as long as the gravest open report asks for, whichever was decided', async () => {
    const video = await makeVideo((await makeUser()).id)
    const lesser = await report(video.id, 'spam')
    await report(video.id, 'minor')
    await decide(await reportId(lesser.code), 'remove')
    const [removal] = await removalsOf(video.id)
    expect(removal?.reason).toBe('spam')
    expect((removal?.preserveUntil ?? 0) - (removal?.removedAt ?? 0)).toBe(365 * day)
  })

  it('is upheld as well when its uploader has deleted the video in the meantime', async () => {
    const uploader = await makeUser()
    const video = await makeVideo(uploader.id)
    const { code } = await report(video.id, 'illegal')
    const owner = await signInAs(uploader)
    await deleteForGood(owner, video.id)
    const answer = await (await decide(await reportId(code), 'remove')).json<AdminReport>()
    expect(answer).toMatchObject({ status: 'upheld', video: null, videoTitle: video.title })
    expect(await removalsOf(video.id)).toEqual([])
  })
})

describe('a report that is dismissed', () => {
  it('gives the video back, and its addresses are new', async () => {
    const video = await makeVideo((await makeUser()).id)
    const visitor = new TestClient()
    const before = await visitor.json<Video>('GET', `/api/videos/${video.id}`)
    const { code } = await report(video.id)
    const answer = await decide(await reportId(code), 'dismiss', 'Nothing is wrong with it.')
    expect(await answer.json()).toMatchObject({ status: 'dismissed', video: { hold: null } })
    const after = await visitor.json<Video>('GET', `/api/videos/${video.id}`)
    expect(after.videoUrl).not.toBe(before.videoUrl)
    visitor.now = Date.now() + 10_001
    expect((await visitor.get(after.videoUrl ?? '')).status).toBe(200)
    expect((await visitor.get(before.videoUrl ?? '')).status).toBe(404)
  })

  it('leaves it held by the ban of its uploader', async () => {
    const uploader = await makeUser()
    const video = await makeVideo(uploader.id)
    const { code } = await report(video.id)
    await db.update(users).set({ banReason: 'spam' }).where(eq(users.id, uploader.id))
    await decide(await reportId(code), 'dismiss')
    expect((await videoRow(video.id))?.hold).toBe('ban')
  })

  it('can be made again by the same person', async () => {
    const video = await makeVideo((await makeUser()).id)
    const reporter = await signInAs(await makeUser())
    const { code } = await report(video.id, 'spam', reporter)
    await decide(await reportId(code), 'dismiss')
    const again = await report(video.id, 'spam', reporter)
    expect(again.code).not.toBe(code)
    expect((await reportsOf(video.id)).map(({ status }) => status)).toEqual(['dismissed', 'open'])
  })
})

describe('POST /api/admin/videos/:id/remove', () => {
  it('removes what nobody reported, with its open reports, and says so when it was removed before', async () => {
    const video = await makeVideo((await makeUser()).id)
    await report(video.id, 'spam')
    expect((await remove(video.id)).status).toBe(204)
    expect((await reportsOf(video.id)).map(({ status }) => status)).toEqual(['upheld'])
    // The request is repeated, as after a lost answer, and then a different one is sent.
    expect((await remove(video.id)).status).toBe(204)
    expect((await remove(video.id, { reason: 'spam', note: 'For another reason.' })).status).toBe(409)
    expect(await removalsOf(video.id)).toHaveLength(1)
    expect(await auditOf('video', video.id)).toHaveLength(1)
  })

  it('changes nothing when it is refused, not even for how long the files are kept', async () => {
    const video = await makeVideo((await makeUser()).id)
    await remove(video.id, { reason: 'spam', note: 'It advertises something.' })
    const [before, acts] = [await removalsOf(video.id), await auditOf('video', video.id)]
    expect((await remove(video.id, { reason: 'minor', note: 'It shows a minor.' })).status).toBe(409)
    expect(await removalsOf(video.id)).toEqual(before)
    expect(await auditOf('video', video.id)).toEqual(acts)
  })

  it('happens once when it is sent twice at once', async () => {
    const uploader = await makeUser()
    const video = await makeVideo(uploader.id)
    const answers = await Promise.all([remove(video.id), remove(video.id)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await removalsOf(video.id)).toHaveLength(1)
    expect(await mailsTo(`${uploader.username}@example.com`)).toHaveLength(1)
  })

  it('keeps the files where they are, for administrators alone', async () => {
    const uploader = await makeUser()
    const video = await makeVideo(uploader.id)
    await remove(video.id)
    const owner = await signInAs(uploader)
    for (const client of [owner, new TestClient()]) {
      expect((await client.get(`/api/videos/${video.id}`)).status).toBe(404)
    }
    expect((await owner.request('DELETE', `/api/videos/${video.id}`)).status).toBe(404)
    const { videoUrl } = await admin.json<Video>('GET', `/api/videos/${video.id}`)
    expect((await admin.get(videoUrl ?? '')).status).toBe(200)
    expect(await env.MEDIA.head(video.sourceKey ?? '')).not.toBeNull()
  })
})

describe('takeDown', () => {
  it('does nothing when the condition of its batch doesn’t hold', async () => {
    const uploader = await makeUser()
    const video = await makeVideo(uploader.id)
    const ctx = await jobContext()
    const act = { videoId: video.id, reason: 'illegal', statement: 'It breaks the terms.' } as const
    await ctx.db.batch(takeDown(ctx, act, condition(sql`false`)))
    expect(await videoRow(video.id)).toMatchObject({ hold: null, revision: 1 })
    expect(await removalsOf(video.id)).toEqual([])
    expect(await mailsTo(`${uploader.username}@example.com`)).toEqual([])
    expect(await auditOf('video', video.id)).toEqual([])
  })
})
