import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminReport } from '#contract/schemas/moderation/safety'
import { reports } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { mailsTo, reportsOf } from '#test/support/moderation/safety'
import { deleteForGood } from '#test/support/videos/own-bulk'
import { randomId } from '#worker/storage/keys'

const owner = ownerOfVideos()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

async function send(videoId: number, json: Record<string, unknown>) {
  const response = await new TestClient().request('POST', `/api/videos/${videoId}/report`, { json })
  expect(response.status).toBe(201)
  return (await reportsOf(videoId)).at(-1) as Awaited<ReturnType<typeof reportsOf>>[number]
}

/** Files the system's own report, for which the video is quarantined. */
async function sendBySystem({ id, userId }: { id: number; userId: number }) {
  const named = { code: randomId(), videoId: id, videoTitle: 'A film', ownerId: userId }
  const said = { reporterKey: 'system', reason: 'other', createdAt: Date.now() } as const
  await testDb()
    .insert(reports)
    .values({ ...named, ...said })
}

async function decide(id: number, json: Record<string, unknown>): Promise<AdminReport> {
  const note = 'There is nothing wrong with it.'
  const response = await admin.request('POST', `/api/admin/reports/${id}/decide`, { json: { note, ...json } })
  expect(response.status).toBe(200)
  return response.json<AdminReport>()
}

async function statesOf(videoId: number): Promise<string[]> {
  return (await reportsOf(videoId)).map(({ status }) => status)
}

describe('a dismissal', () => {
  it('leaves open the grave report that came after what was seen, and the quarantine with it', async () => {
    const video = await makeVideo(owner.id)
    const email = `${randomId()}@example.com`
    const seen = await send(video.id, { reason: 'spam' })
    await send(video.id, { reason: 'minor', email })
    expect(await decide(seen.id, { decision: 'dismiss' })).toMatchObject({
      status: 'dismissed',
      openOfVideo: 1,
    })
    expect(await statesOf(video.id)).toEqual(['dismissed', 'open'])
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
    expect(await mailsTo(email)).toEqual([])
  })

  it('leaves open what the site itself found since, and the quarantine with it', async () => {
    const video = await makeVideo(owner.id)
    const seen = await send(video.id, { reason: 'minor' })
    await sendBySystem(video)
    await decide(seen.id, { decision: 'dismiss' })
    expect(await statesOf(video.id)).toEqual(['dismissed', 'open'])
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
  })

  it('decides all up to the newest that was seen, and ends the quarantine', async () => {
    const video = await makeVideo(owner.id)
    const first = await send(video.id, { reason: 'spam' })
    const second = await send(video.id, { reason: 'minor' })
    await decide(first.id, { decision: 'dismiss', seen: second.id })
    expect(await statesOf(video.id)).toEqual(['dismissed', 'dismissed'])
    expect((await videoRow(video.id))?.hold).toBeNull()
    const acts = await auditOf('video', video.id)
    expect(acts.map(({ action, actorId }) => [action, actorId !== null])).toEqual([
      ['video.quarantine', false],
      ['video.release', true],
    ])
    expect(acts.map(({ details }) => JSON.parse(details ?? ''))).toEqual([
      { before: { hold: null }, after: { hold: 'quarantine' } },
      { before: { hold: 'quarantine' }, after: { hold: null } },
    ])
    const [decision] = await auditOf('report', first.id)
    expect(JSON.parse(decision?.details ?? '')).toEqual({
      videoId: video.id,
      upTo: second.id,
      reports: 2,
      before: { status: 'open' },
      after: { status: 'dismissed' },
    })
  })

  it('is of the clicked one at least', async () => {
    const video = await makeVideo(owner.id)
    const first = await send(video.id, { reason: 'other' })
    const second = await send(video.id, { reason: 'spam' })
    await decide(second.id, { decision: 'dismiss', seen: first.id })
    expect(await statesOf(video.id)).toEqual(['dismissed', 'dismissed'])
  })
})

it('a removal upholds every open report, also what nobody has seen', async () => {
  const video = await makeVideo(owner.id)
  const seen = await send(video.id, { reason: 'spam' })
  await send(video.id, { reason: 'minor' })
  await decide(seen.id, { decision: 'remove', seen: seen.id })
  expect(await statesOf(video.id)).toEqual(['upheld', 'upheld'])
})

describe('whoever reported', () => {
  it('reads what was decided, in the words of whoever did, under the name of their account', async () => {
    const video = await makeVideo(owner.id)
    const reporter = await makeUser()
    const json = { reason: 'spam' }
    await (await signInAs(reporter)).request('POST', `/api/videos/${video.id}/report`, { json })
    const [report] = await reportsOf(video.id)
    await decide(report?.id ?? 0, { decision: 'remove' })
    const [mail] = await mailsTo(`${reporter.username}@example.com`)
    const paragraphs = mail?.body.split('\n\n') ?? []
    expect(paragraphs.slice(0, 3)).toEqual([
      `Hello ${reporter.username},`,
      'The video you reported was removed. Thanks for telling us.',
      'There is nothing wrong with it.',
    ])
    expect(paragraphs[3]).toMatch(new RegExp(`/reports/${report?.code}\nReceipt ID: ${report?.code}$`))
  })

  it.each(['remove', 'dismiss'])('is told when it was gone before somebody could %s it', async (decision) => {
    const video = await makeVideo(owner.id)
    const email = `${randomId()}@example.com`
    const report = await send(video.id, { reason: 'copyright', email })
    await deleteForGood(owner.client, video.id)
    await decide(report.id, { decision })
    const [mail] = await mailsTo(email)
    expect(mail?.body.split('\n\n').slice(0, 2)).toEqual([
      'Hello,',
      'The video you reported is no longer on the site. Thanks for telling us.',
    ])
  })
})
