import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminAppeal, OwnRemoval } from '#contract/schemas/moderation/safety'
import { confirmedMs } from '#contract/values/accounts/account'
import { removals } from '#db/schema'
import { TestClient } from '#test/support/client'
import { makeUser, signInAs, testDb, videoRow } from '#test/support/factories'
import { neverExisted } from '#test/support/matrix/matrix'
import { appeal, appealText, refusal, removedAtRequest } from '#test/support/moderation/appeals'
import { askedRow, auditOf, mailsOf } from '#test/support/moderation/removals'

const db = testDb()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function decide(id: number, decision: 'restore' | 'keep', client = admin) {
  return client.request('POST', `/api/admin/appeals/${id}/decide`, {
    json: { decision, note: 'We looked again.' },
  })
}

describe('the decision on an appeal', () => {
  async function appealed() {
    const made = await removedAtRequest(admin)
    await appeal(made.owner, made.removal.id)
    return made
  }

  it('waits in the queue with what an administrator needs', async () => {
    const { removal, user, video } = await appealed()
    const listed = await admin.json<AdminAppeal[]>('GET', '/api/admin/appeals?limit=50')
    const item = listed.find(({ id }) => id === removal.id)
    expect(item).toMatchObject({
      statement: 'Nobody agreed to it.',
      appeal: { text: appealText, status: 'open' },
      uploader: { id: user.id, username: user.username },
      video: { id: video.id, title: video.title, hold: 'removed' },
      removedBy: { username: expect.any(String) },
    })
    expect(item?.video?.thumbnailUrl).toMatch(/^\/media\//)
  })

  it('restores the video and tells the uploader and whoever asked for the removal', async () => {
    const { removal, user, video, owner, request } = await appealed()
    const response = await decide(removal.id, 'restore')
    expect(response.status).toBe(200)
    expect(await response.json<AdminAppeal>()).toMatchObject({
      appeal: { status: 'upheld', note: 'We looked again.' },
      video: { hold: null },
    })
    expect((await new TestClient().get(`/api/videos/${video.id}`)).status).toBe(200)
    expect(await owner.json('GET', '/api/removals')).toEqual([])
    expect(await owner.json('GET', `/api/removals/${removal.id}`)).toMatchObject({
      appealUntil: null,
      appeal: { status: 'upheld', note: 'We looked again.' },
    })
    const [mail, ...more] = await mailsOf(`removal:${removal.id}:appeal-decided`)
    expect([mail?.recipient, more]).toEqual([`${user.username}@example.com`, []])
    expect(mail?.body).toContain('Your appeal was upheld.')
    const [back] = await mailsOf(`removal:${removal.id}:taken-back:`)
    expect(back?.recipient).toBe(request.email)
    const [entry] = (await auditOf('removal', removal.id)).filter(({ action }) => action === 'appeal.restore')
    expect([entry?.reason, JSON.parse(entry?.details ?? '')]).toEqual([
      'We looked again.',
      { before: { appeal: 'open' }, after: { appeal: 'upheld' } },
    ])
  })

  it('tells of a restored video only who was told of this removal', async () => {
    const { removal, video, owner, request } = await appealed()
    await decide(removal.id, 'restore')
    const second = await askedRow({ url: `/video/${video.id}` })
    const json = { decision: 'remove', note: 'Nobody agreed to it.' }
    admin.now = Date.now() + 60_000
    await admin.request('POST', `/api/admin/removal-requests/${second.id}/decide`, { json })
    admin.now = null
    const [again] = await owner.json<OwnRemoval[]>('GET', '/api/removals')
    const id = again?.id ?? 0
    await appeal(owner, id)
    await decide(id, 'restore')
    const told = await mailsOf(`removal:${id}:taken-back:`)
    expect(told.map(({ recipient }) => recipient)).toEqual([second.email])
    expect(second.email).not.toBe(request.email)
  })

  it('leaves a restored video in quarantine while a grave request about it is open', async () => {
    const { removal, video } = await appealed()
    await askedRow({ url: `/video/${video.id}`, reason: 'minor' })
    expect((await decide(removal.id, 'restore')).status).toBe(200)
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
  })

  it('is nothing to read for the uploader of a copy that came back without one', async () => {
    const { removal, owner } = await removedAtRequest(admin)
    await db.update(removals).set({ restoredAt: Date.now() }).where(eq(removals.id, removal.id))
    expect(await refusal(await owner.get(`/api/removals/${removal.id}`))).toEqual([404, 'not_found'])
  })

  it('keeps the video down, for good', async () => {
    const { removal, video, owner } = await appealed()
    expect((await decide(removal.id, 'keep')).status).toBe(200)
    expect((await videoRow(video.id))?.hold).toBe('removed')
    expect(await owner.json('GET', `/api/removals/${removal.id}`)).toMatchObject({
      appeal: { status: 'rejected', note: 'We looked again.' },
    })
    expect(await refusal(await appeal(owner, removal.id))).toEqual([409, 'conflict'])
    expect(await mailsOf(`removal:${removal.id}:taken-back:`)).toEqual([])
    expect((await mailsOf(`removal:${removal.id}:appeal-decided`))[0]?.body).toContain('it stays removed')
  })

  it('is taken by the first of two, with all its consequences; the second is told', async () => {
    const { removal, video } = await appealed()
    const other = await signInAs(await makeUser({ isAdmin: true }))
    const answers = await Promise.all([decide(removal.id, 'keep'), decide(removal.id, 'restore', other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const isRestored = answers[1]?.status === 200
    expect((await videoRow(video.id))?.hold).toBe(isRestored ? null : 'removed')
    expect(await mailsOf(`removal:${removal.id}:appeal-decided`)).toHaveLength(1)
    const acts = (await auditOf('removal', removal.id)).filter(({ action }) => action.startsWith('appeal.'))
    expect(acts).toHaveLength(1)
  })

  it('is refused without an open appeal, without a password of late, and when the files are gone', async () => {
    const { removal, owner } = await removedAtRequest(admin)
    expect(await refusal(await decide(removal.id, 'keep'))).toEqual([404, 'not_found'])
    expect(await refusal(await decide(neverExisted, 'keep'))).toEqual([404, 'not_found'])
    await appeal(owner, removal.id)
    const late = admin.copy()
    late.now = Date.now() + confirmedMs + 60_000
    expect(await refusal(await decide(removal.id, 'restore', late))).toEqual([403, 'password_required'])
    expect(await refusal(await decide(removal.id, 'keep', owner))).toEqual([403, 'forbidden'])
    await db.update(removals).set({ filesDeletedAt: Date.now() }).where(eq(removals.id, removal.id))
    expect(await refusal(await decide(removal.id, 'restore'))).toEqual([409, 'conflict'])
    expect((await decide(removal.id, 'keep', late)).status).toBe(200)
  })
})
