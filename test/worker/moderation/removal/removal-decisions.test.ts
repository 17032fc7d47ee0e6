import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminRemovalRequest } from '#contract/schemas/moderation/safety'
import { lists, reports } from '#db/schema'
import { TestClient } from '#test/support/client'
import { makeUser, makeVideo, randomLetters, signInAs, testDb, videoRow } from '#test/support/factories'
import {
  addressOfVideo,
  askedRow,
  auditOf,
  mailsOf,
  receiptOf,
  requestRow,
} from '#test/support/moderation/removals'
import { makeList } from '#test/support/videos/lists'
import { deleteForGood } from '#test/support/videos/own-bulk'
import { randomId } from '#worker/storage/keys'

const db = testDb()
let owner: { id: number; username: string }
let admin: TestClient

beforeAll(async () => {
  owner = await makeUser()
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function decide(id: number, json: unknown, client = admin) {
  return client.request('POST', `/api/admin/removal-requests/${id}/decide`, { json })
}

async function remove(id: number, more = {}) {
  const response = await decide(id, {
    decision: 'remove',
    note: 'It shows somebody who did not agree.',
    ...more,
  })
  expect(response.status).toBe(200)
  return await response.json<AdminRemovalRequest>()
}

async function refuse(id: number) {
  const response = await decide(id, { decision: 'refuse', note: 'We could not confirm it.' })
  expect(response.status).toBe(200)
  return await response.json<AdminRemovalRequest>()
}

async function isShown(id: number): Promise<boolean> {
  return (await new TestClient().get(`/api/videos/${id}`)).status === 200
}

describe('a request about a shared list', () => {
  async function askedList() {
    const linkKey = randomLetters(22)
    const id = await makeList(owner.id, { linkKey })
    const row = await askedRow({ url: `https://localhost/list/${linkKey}`, reason: 'minor' })
    return { id, linkKey, row }
  }

  it('leads staff to the list, and closes its link', async () => {
    const { id, linkKey, row } = await askedList()
    const desk = await admin.json<AdminRemovalRequest>('GET', `/api/admin/removal-requests/${row.id}`)
    expect(desk).toMatchObject({ listKey: linkKey, videoId: null })
    expect(await receiptOf(row.token)).toMatchObject({ videoTitle: null, status: 'open' })
    const note = 'Its name offers what is forbidden.'
    expect(await remove(row.id, { note })).toMatchObject({ status: 'removed', decision: { note } })
    expect((await new TestClient().get(`/api/list/${linkKey}`)).status).toBe(404)
    const [toRequester] = await mailsOf(`removal-request:${row.id}:decided`)
    expect(toRequester?.body).toContain('We closed the link of the list you reported.')
    expect(await receiptOf(row.token)).toMatchObject({ status: 'removed', ofList: true })
    const [toOwner, ...more] = await mailsOf(`list.close:${id}:`)
    expect(more).toEqual([])
    expect(toOwner).toMatchObject({ recipient: `${owner.username}@example.com` })
    expect(toOwner?.body).toContain(note)
    expect(toOwner?.body).toContain("No one else can open it, and it can't be shared for now.")
    expect(await auditOf('list', id)).toMatchObject([{ action: 'list.close', reason: note }])
    expect(await auditOf('removal-request', row.id)).toMatchObject([{ action: 'removal-request.remove' }])
    expect((await decide(row.id, { decision: 'remove', note: 'For another reason.' })).status).toBe(409)
  })

  it('removes a video in the list that staff name, and leaves the link', async () => {
    const { id, linkKey, row } = await askedList()
    const video = await makeVideo(owner.id)
    expect(await remove(row.id, { videoId: video.id })).toMatchObject({
      status: 'removed',
      video: { id: video.id, hold: 'removed' },
    })
    expect((await new TestClient().get(`/api/list/${linkKey}`)).status).toBe(200)
    expect(await mailsOf(`list.close:${id}:`)).toEqual([])
    const [mail] = await mailsOf(`removal-request:${row.id}:decided`)
    expect(mail?.body).toContain('We removed the video you reported to us.')
    expect(await receiptOf(row.token)).toMatchObject({ videoTitle: video.title, ofList: false })
  })

  it('closes no list that is shared by another link since, and says no more than that the link is dead', async () => {
    const { id, linkKey, row } = await askedList()
    const another = randomLetters(22)
    await db.update(lists).set({ linkKey: another }).where(eq(lists.id, id))
    await remove(row.id)
    expect((await new TestClient().get(`/api/list/${another}`)).status).toBe(200)
    expect((await new TestClient().get(`/api/list/${linkKey}`)).status).toBe(404)
    expect(await mailsOf(`list.close:${id}:`)).toEqual([])
    const [mail, ...others] = await mailsOf(`removal-request:${row.id}:decided`)
    expect(others).toEqual([])
    expect(mail?.body).toContain('The link you reported no longer opens anything.')
    expect(mail?.body).not.toMatch(/closed|on the site/)
  })

  it('is decided also when the link is gone, and can be declined', async () => {
    const gone = await askedList()
    await admin.request('POST', `/api/admin/lists/${gone.linkKey}/close`, {
      json: { note: 'It advertises.' },
    })
    await remove(gone.row.id)
    expect(await mailsOf(`list.close:${gone.id}:`)).toHaveLength(1)
    const [toRequester, ...others] = await mailsOf(`removal-request:${gone.row.id}:decided`)
    expect(others).toEqual([])
    expect(toRequester?.body).toContain('The link you reported no longer opens anything.')
    const kept = await askedList()
    await refuse(kept.row.id)
    expect((await new TestClient().get(`/api/list/${kept.linkKey}`)).status).toBe(200)
    const [mail] = await mailsOf(`removal-request:${kept.row.id}:decided`)
    expect(mail?.body).toContain('We decided not to remove it.')
  })
})

describe('deciding to remove', () => {
  it('takes the video down, tells both sides, and writes it down', async () => {
    const video = await makeVideo(owner.id)
    const row = await askedRow({ url: addressOfVideo(video), reason: 'without_consent' })
    const decided = await remove(row.id)
    expect(decided).toMatchObject({
      status: 'removed',
      decision: { note: 'It shows somebody who did not agree.' },
    })
    expect(decided.video).toMatchObject({ id: video.id, hold: 'removed' })
    expect(await receiptOf(row.token)).toMatchObject({ status: 'removed', hidden: true })
    const [asked] = await mailsOf(`removal-request:${row.id}:decided`)
    expect(asked).toMatchObject({ recipient: row.email, subject: 'Our decision on your request' })
    expect(asked?.body).toContain('It shows somebody who did not agree.')
    expect(asked?.body).toContain("The same file can't be published here again.")
    const client = await signInAs(owner)
    const [removal] = await client.json<{ id: number; statement: string }[]>('GET', '/api/removals')
    expect(removal?.statement).toBe('It shows somebody who did not agree.')
    const [uploaders] = await mailsOf(`removal:${removal?.id}`)
    expect(uploaders?.recipient).toBe(`${owner.username}@example.com`)
    expect(JSON.stringify([removal, uploaders])).not.toMatch(new RegExp(`Ada|${row.email}`))
    const [entry, ...more] = await auditOf('removal-request', row.id)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'removal-request.remove',
      reason: 'It shows somebody who did not agree.',
    })
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      before: { status: 'open', videoId: video.id },
      after: { status: 'removed', videoId: video.id },
      reports: 0,
    })
  })

  it('upholds the open reports of the video', async () => {
    const video = await makeVideo(owner.id)
    const reporter = await signInAs(await makeUser())
    await reporter.request('POST', `/api/videos/${video.id}/report`, { json: { reason: 'illegal' } })
    const row = await askedRow({ url: addressOfVideo(video) })
    await remove(row.id)
    expect(await db.select().from(reports).where(eq(reports.videoId, video.id))).toMatchObject([
      { status: 'upheld', decisionNote: 'It shows somebody who did not agree.' },
    ])
    const [entry] = await auditOf('removal-request', row.id)
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({ reports: 1 })
  })

  it('takes the video that an administrator names, and gives back the one that was hidden by mistake', async () => {
    const [wrong, meant] = [await makeVideo(owner.id), await makeVideo(owner.id)]
    const row = await askedRow({ url: addressOfVideo(wrong), reason: 'minor' })
    expect(await isShown(wrong.id)).toBe(false)
    await remove(row.id, { videoId: meant.id })
    expect([await isShown(wrong.id), await isShown(meant.id)]).toEqual([true, false])
    expect((await videoRow(meant.id))?.hold).toBe('removed')
    expect(await receiptOf(row.token)).toMatchObject({ videoTitle: meant.title, status: 'removed' })
  })

  it('is possible for a video that its uploader has deleted', async () => {
    const video = await makeVideo(owner.id)
    const row = await askedRow({ url: addressOfVideo(video) })
    await deleteForGood(await signInAs(owner), video.id)
    expect(await remove(row.id)).toMatchObject({ status: 'removed', video: null, videoTitle: video.title })
    const [mail, ...others] = await mailsOf(`removal-request:${row.id}:decided`)
    expect(others).toEqual([])
    expect(mail?.body).toContain('What you asked us to remove is no longer on the site.')
    expect(mail?.body).not.toMatch(/We removed|published here/)
  })

  it('of a second request finds the video removed, and says so to that person as well', async () => {
    const video = await makeVideo(owner.id)
    const [first, second] = [
      await askedRow({ url: addressOfVideo(video) }),
      await askedRow({ url: addressOfVideo(video) }),
    ]
    await remove(first.id)
    expect((await requestRow(second.token)).status).toBe('open')
    await remove(second.id)
    expect(await mailsOf(`removal-request:${second.id}:decided`)).toHaveLength(1)
  })
})

describe('deciding to refuse', () => {
  it('ends the quarantine and tells both sides', async () => {
    const video = await makeVideo(owner.id)
    const row = await askedRow({ url: addressOfVideo(video), reason: 'minor' })
    await refuse(row.id)
    expect(await isShown(video.id)).toBe(true)
    expect(await receiptOf(row.token)).toMatchObject({
      status: 'refused',
      hidden: false,
      decision: { note: 'We could not confirm it.' },
    })
    const [asked] = await mailsOf(`removal-request:${row.id}:decided`)
    const [uploaders] = await mailsOf(`removal-request:${row.id}:kept`)
    expect([asked?.recipient, uploaders?.recipient]).toEqual([row.email, `${owner.username}@example.com`])
    expect(uploaders?.body).toContain(video.title)
    expect(`${asked?.subject}${uploaders?.subject}`).not.toContain(video.title)
    expect(`${uploaders?.body}`).not.toMatch(new RegExp(`Ada|${row.email}`))
  })

  it('leaves the quarantine to another open request, and to an open report', async () => {
    const video = await makeVideo(owner.id)
    const [first, second] = [
      await askedRow({ url: addressOfVideo(video), reason: 'minor' }),
      await askedRow({ url: addressOfVideo(video), reason: 'without_consent' }),
    ]
    await refuse(first.id)
    expect(await isShown(video.id)).toBe(false)
    await refuse(second.id)
    expect(await isShown(video.id)).toBe(true)

    const other = await makeVideo(owner.id)
    const third = await askedRow({ url: addressOfVideo(other), reason: 'minor' })
    const report = { code: randomId(), videoId: other.id, videoTitle: other.title, ownerId: owner.id }
    await db
      .insert(reports)
      .values({ ...report, reporterKey: randomId(), reason: 'minor', createdAt: Date.now() })
    await refuse(third.id)
    expect(await isShown(other.id)).toBe(false)
  })

  it('ends no quarantine for which it is not the reason', async () => {
    const video = await makeVideo(owner.id, { hold: 'quarantine' })
    await refuse((await askedRow({ url: addressOfVideo(video), reason: 'copyright' })).id)
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
  })
})

it('tells an uploader nothing of a refusal when the video was removed for another reason', async () => {
  const video = await makeVideo(owner.id)
  const [first, second] = [
    await askedRow({ url: addressOfVideo(video) }),
    await askedRow({ url: addressOfVideo(video) }),
  ]
  await remove(first.id)
  await refuse(second.id)
  expect(await mailsOf(`removal-request:${second.id}:kept`)).toEqual([])
  expect((await videoRow(video.id))?.hold).toBe('removed')
})

it('lets the first of two decide, with all its consequences, and tells the second', async () => {
  const video = await makeVideo(owner.id)
  const row = await askedRow({ url: addressOfVideo(video), reason: 'minor' })
  const other = await signInAs(await makeUser({ isAdmin: true }))
  const answers = await Promise.all([
    decide(row.id, { decision: 'remove', note: 'It must go.' }),
    decide(row.id, { decision: 'refuse', note: 'It may stay.' }, other),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { status, decisionNote } = await requestRow(row.token)
  const removed = answers[0]?.status === 200
  expect([status, decisionNote]).toEqual(removed ? ['removed', 'It must go.'] : ['refused', 'It may stay.'])
  expect((await videoRow(video.id))?.hold).toBe(removed ? 'removed' : null)
  expect(await mailsOf(`removal-request:${row.id}:decided`)).toHaveLength(1)
  expect(await auditOf('removal-request', row.id)).toHaveLength(1)
})
