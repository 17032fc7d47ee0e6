import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnRemoval, RemovalReceipt, ReportReceipt } from '#contract/schemas/moderation/safety'
import { d1Cost, TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs } from '#test/support/factories'
import { neverExisted } from '#test/support/matrix/matrix'
import { askedRow, mailsOf } from '#test/support/moderation/removals'

// Receipts of a case after an appeal has reversed the removal.

let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

async function report(videoId: number): Promise<string> {
  const path = `/api/videos/${videoId}/report`
  const { code } = await new TestClient().json<ReportReceipt>('POST', path, { reason: 'copyright' })
  return code
}

async function decideRequest(id: number, decision: 'remove' | 'refuse') {
  const json = { decision, note: 'We looked at it.' }
  const { status } = await admin.request('POST', `/api/admin/removal-requests/${id}/decide`, { json })
  expect(status).toBe(200)
}

async function reportOf(code: string) {
  const { status, takenBackAt } = await new TestClient().json<ReportReceipt>('GET', `/api/reports/${code}`)
  return { status, takenBackAt }
}

async function requestOf(token: string) {
  const path = `/api/removal-requests/${token}`
  const { status, takenBackAt } = await new TestClient().json<RemovalReceipt>('GET', path)
  return { status, takenBackAt }
}

/** Creates a video that was reported, requested for removal and removed, and whose uploader appealed. */
async function appealed() {
  const user = await makeUser()
  const { id } = await makeVideo(user.id)
  const url = `/video/${id}`
  const refused = await askedRow({ url })
  await decideRequest(refused.id, 'refuse')
  const code = await report(id)
  const removed = await askedRow({ url })
  await decideRequest(removed.id, 'remove')
  const owner = await signInAs(user)
  const [removal] = await owner.json<OwnRemoval[]>('GET', '/api/removals')
  if (!removal) throw new Error('Nothing was removed')
  const json = { text: 'Everybody in it signed a release, which I can show you.' }
  await owner.request('POST', `/api/removals/${removal.id}/appeal`, { json })
  return { refused, removed, code, url, removalId: removal.id, ownerId: user.id }
}

async function decideAppeal(id: number, decision: 'restore' | 'keep') {
  const json = { decision, note: 'We looked again.' }
  const { status } = await admin.request('POST', `/api/admin/appeals/${id}/decide`, { json })
  expect(status).toBe(200)
}

describe('the receipts of a removal', () => {
  it('say when it was taken back; those of a refusal never do', async () => {
    const { refused, removed, code, url, removalId } = await appealed()
    expect(await requestOf(removed.token)).toEqual({ status: 'removed', takenBackAt: null })
    expect(await reportOf(code)).toEqual({ status: 'upheld', takenBackAt: null })
    await decideAppeal(removalId, 'restore')
    const { takenBackAt } = await requestOf(removed.token)
    expect(takenBackAt).toMatch(/^\d{4}-.*Z$/)
    expect(await reportOf(code)).toEqual({ status: 'upheld', takenBackAt })
    expect(await requestOf(refused.token)).toEqual({ status: 'refused', takenBackAt: null })

    // A later removal has a receipt of its own.
    const again = await askedRow({ url })
    admin.now = Date.now() + 60_000
    await decideRequest(again.id, 'remove')
    admin.now = null
    expect(await requestOf(again.token)).toEqual({ status: 'removed', takenBackAt: null })
    expect(await requestOf(removed.token)).toEqual({ status: 'removed', takenBackAt })
  })

  it('say nothing of the kind when the appeal was rejected', async () => {
    const { removed, code, removalId } = await appealed()
    await decideAppeal(removalId, 'keep')
    expect(await requestOf(removed.token)).toEqual({ status: 'removed', takenBackAt: null })
    expect(await reportOf(code)).toEqual({ status: 'upheld', takenBackAt: null })
  })

  it('cost the same, however much of the uploader was removed', async () => {
    const { removed, code, ownerId } = await appealed()
    const cost = async () => {
      const visitor = new TestClient()
      const paths = [`/api/reports/${code}`, `/api/removal-requests/${removed.token}`]
      const answers = [await visitor.get(paths[0] ?? ''), await visitor.get(paths[1] ?? '')]
      return answers.map((answer) => d1Cost(answer).rowsRead)
    }
    await cost()
    const few = await cost()
    await env.DB.prepare(
      `insert into removals (video_id, video_title, owner_id, reason, statement, removed_at, preserve_until)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
       select ? + i, 'A film', ?, 'spam', 'Spam.', 0, 0 from n`,
    )
      .bind(neverExisted, ownerId)
      .run()
    expect(await cost()).toEqual(few)
  })

  it('stand in the mail that tells of it', async () => {
    const { removed, removalId } = await appealed()
    await decideAppeal(removalId, 'restore')
    const [mail] = await mailsOf(`removal:${removalId}:taken-back:`)
    expect(mail?.body).toMatch(new RegExp(`Your request: https?://[^/]+/removal/${removed.token}\\b`))
  })
})
