import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChangedVideo, ComparedCaptions } from '#contract/schemas/moderation/changes'
import type { Correction } from '#contract/schemas/moderation/content'
import type { Video } from '#contract/schemas/videos/video'
import { maxCaptionTracks } from '#contract/values/videos/media'
import { approvedCaptions, captions, mediaObjects, ownerStorage, videos } from '#db/schema'
import type { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import {
  changeSettings,
  makeCategory,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { decide, isPublic } from '#test/support/moderation/review'
import { mailsTo } from '#test/support/moderation/safety'
import { putCaptions, sendCaptions, tracksOf, vtt } from '#test/support/videos/captions'
import { publishDue } from '#worker/services/videos/publishing/publish-due'

let owner: { id: number; email: string; client: TestClient }
const db = testDb()
const note = 'The title named somebody.'
let admin: TestClient
let adminId: number
let moderator: TestClient

beforeAll(async () => {
  const uploader = await makeUser()
  owner = { ...uploader, email: `${uploader.username}@example.com`, client: await signInAs(uploader) }
  const account = await makeUser({ isAdmin: true })
  adminId = account.id
  admin = await signInAs(account)
  moderator = await signInAs(await makeUser({ staff: 'moderator' }))
})

afterEach(() => changeSettings({ requireContentApproval: false }))

const mailsOfOwner = () => mailsTo(owner.email)
const edit = (id: number, json: unknown, client = owner.client) =>
  client.request('PATCH', `/api/videos/${id}`, { json })
const correct = (id: number, json: object, client = admin) =>
  client.request('PATCH', `/api/admin/videos/${id}`, { json: { note, ...json } })
const decideChanges = (client: TestClient, id: number, json: object) =>
  client.request('POST', `/api/admin/videos/${id}/changes`, { json })

async function listed(id: number, client = admin): Promise<ChangedVideo | undefined> {
  const all = await client.json<ChangedVideo[]>('GET', '/api/admin/videos/changed?limit=50')
  return all.find(({ video }) => video.id === id)
}

/** Returns a public video that staff have approved. */
async function approved(change: Parameters<typeof makeVideo>[1] = {}) {
  await changeSettings({ requireContentApproval: true })
  const { id } = await makeVideo(owner.id, { review: 'pending', title: 'A lake-side walk', ...change })
  expect((await decide(admin, 'approve', id)).status).toBe(200)
  return id
}

describe('a correction by staff', () => {
  it('changes tags, which count as approved', async () => {
    const id = await approved({ title: 'A lake' })
    await edit(id, { tags: ['Calm', 'lake'] })
    expect(await listed(id)).toMatchObject({ tags: ['calm', 'lake'], approved: { tags: [] } })
    expect((await correct(id, { tags: ['Still water'] })).status).toBe(200)
    expect(await listed(id)).toBeUndefined()
    expect((await videoRow(id))?.tags).toEqual(['still-water'])
    expect((await mailsOfOwner()).at(-1)?.body).toContain('Its tags are now: still water.')
    const [told] = await owner.client.json<Correction[]>('GET', `/api/videos/${id}/corrections`)
    expect(told?.changes).toEqual([{ field: 'tags', before: 'calm, lake', after: 'still water' }])
  })

  it('changes texts, category and picture, with before and after, and tells the uploader', async () => {
    const { id, posterKey } = await makeVideo(owner.id, { title: 'Wrong name', description: 'Old words' })
    const categoryId = await makeCategory()
    const picture = await makeUpload(adminId, 'image')
    const change = {
      title: 'Right-hand name',
      description: 'New words',
      categoryId,
      thumbnailFile: picture.id,
    }
    expect((await correct(id, change)).status).toBe(200)
    const row = await videoRow(id)
    expect(row).toMatchObject({
      title: 'Right-hand name',
      titleFolded: 'right-hand name',
      titleForms: 'righthand',
      description: 'New words',
      categoryId,
    })
    expect(row?.posterKey).toBe(picture.objectKey)
    // It only counts towards the storage of the video's owner.
    const [stored] = await db.select().from(mediaObjects).where(eq(mediaObjects.key, picture.objectKey))
    expect(stored).toMatchObject({ ownerId: owner.id, pendingDeletionSince: null })
    const bytesOf = async (userId: number) =>
      (await db.select().from(ownerStorage).where(eq(ownerStorage.userId, userId)))[0]?.bytes
    const listed = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, owner.id))
    expect(await bytesOf(adminId)).toBe(0)
    expect(await bytesOf(owner.id)).toBe(listed.reduce((sum, { bytes }) => sum + bytes, 0))
    const [old] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, posterKey ?? ''))
    expect(old?.pendingDeletionSince ?? 1).toBeTypeOf('number')

    const [entry] = await auditOf('video', id)
    expect(entry).toMatchObject({ action: 'video.correct', reason: note, actorId: adminId })
    const { before, after } = JSON.parse(entry?.details ?? '{}')
    expect(before).toMatchObject({ title: 'Wrong name', description: 'Old words', category: 'Uncategorized' })
    expect(after).toMatchObject({ title: 'Right-hand name', description: 'New words' })

    const mail = (await mailsOfOwner()).at(-1)
    expect(mail?.subject).toBe('Your video was corrected')
    for (const said of ['“Wrong name”', '“Right-hand name”', 'New words', note])
      expect(mail?.body).toContain(said)
    const told = await owner.client.json<Correction[]>('GET', `/api/videos/${id}/corrections`)
    expect(told).toMatchObject([
      {
        note,
        changes: [
          { field: 'title', before: 'Wrong name', after: 'Right-hand name' },
          {},
          {},
          { field: 'thumbnail', before: null },
        ],
      },
    ])
    expect(JSON.stringify(told)).not.toContain(posterKey)
  })

  it('empties a description and tags', async () => {
    const id = await approved({ description: 'Old words', tags: ['calm'] })
    expect((await correct(id, { description: '', tags: [] })).status).toBe(200)
    expect(await videoRow(id)).toMatchObject({ description: '', tags: [] })
    const [told] = await owner.client.json<Correction[]>('GET', `/api/videos/${id}/corrections`)
    expect(told?.changes).toEqual([
      { field: 'description', before: 'Old words', after: '' },
      { field: 'tags', before: 'calm', after: '' },
    ])
  })

  it('follows the rules of owners, names a reason, and leaves what is on hold', async () => {
    const { id } = await makeVideo(owner.id)
    for (const bad of [
      { title: 'ab' },
      { title: 'Fine', note: '' },
      { categoryId: 999_999 },
      { isPublic: false },
    ])
      expect([bad, (await correct(id, bad)).status]).toEqual([bad, 400])
    const foreign = await makeUpload(owner.id, 'image')
    expect((await correct(id, { thumbnailFile: foreign.id })).status).toBe(400)
    const held = await makeVideo(owner.id, { hold: 'quarantine' })
    expect((await correct(held.id, { title: 'Another title' })).status).toBe(409)
    expect((await auditOf('video', id)).length + (await auditOf('video', held.id)).length).toBe(0)
  })

  it('is for moderators where they have a case, and for nobody without the capability', async () => {
    const shown = await makeVideo(owner.id)
    const hidden = await makeVideo(owner.id, { isPublic: false })
    expect((await correct(shown.id, { title: 'By a moderator' }, moderator)).status).toBe(200)
    expect((await correct(hidden.id, { title: 'By a moderator' }, moderator)).status).toBe(404)
    const support = await signInAs(await makeUser({ staff: 'support' }))
    for (const client of [support, owner.client])
      expect((await correct(shown.id, { title: 'Not by me' }, client)).status).toBe(403)
    expect((await videoRow(shown.id))?.title).toBe('By a moderator')
  })

  it('that is refused leaves what was approved', async () => {
    const { id } = await makeVideo(owner.id, { review: 'pending' })
    await putCaptions(owner.client, id, 'en')
    expect((await decide(admin, 'approve', id)).status).toBe(200)
    await owner.client.request('DELETE', `/api/videos/${id}/captions/en`)
    const others = Array.from({ length: maxCaptionTracks }, (_, index) => `x${index}`)
    await db
      .insert(captions)
      .values(others.map((language) => ({ videoId: id, language, objectKey: `${id}-${language}`, bytes: 1 })))
    const refused = await sendCaptions(admin, `../admin/videos/${id}`, 'en')
    expect(refused.status).toBe(409)
    const kept = await db.select().from(approvedCaptions).where(eq(approvedCaptions.videoId, id))
    expect(kept.map(({ language }) => language)).toEqual(['en'])
  })

  it('changes captions, which stay the uploader’s', async () => {
    const { id } = await makeVideo(owner.id)
    const sent = await admin.request('PUT', `/api/admin/videos/${id}/captions/en`, {
      body: vtt('Hello'),
      headers: { 'content-type': 'text/vtt' },
    })
    expect(sent.status).toBe(200)
    const [track] = await tracksOf(id)
    const [object] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, track?.objectKey ?? ''))
    expect(object?.ownerId).toBe(owner.id)
    expect((await mailsOfOwner()).at(-1)?.body).toContain('captions in English')
    const gone = await admin.request('DELETE', `/api/admin/videos/${id}/captions/en`)
    expect([gone.status, await tracksOf(id)]).toEqual([204, []])
    expect((await auditOf('video', id)).map(({ action }) => action)).toEqual([
      'video.correct',
      'video.correct',
    ])
    expect((await sendCaptions(admin, id, 'en')).status).toBe(403)
  })
})

describe('what was changed since approval', () => {
  it('is listed with both texts, and not when it was changed back', async () => {
    const id = await approved()
    expect(await listed(id)).toBeUndefined()
    await edit(id, { title: 'A loud lake', description: 'More' })
    const found = await listed(id, moderator)
    expect(found).toMatchObject({
      video: { title: 'A loud lake', description: 'More' },
      approved: { title: 'A lake-side walk', description: '' },
      captions: [],
    })
    const waiting = await admin.json<{ changed: number }>('GET', '/api/admin/waiting')
    expect(waiting.changed).toBeGreaterThan(0)
    await edit(id, { title: 'A lake-side walk', description: '' })
    expect(await listed(id)).toBeUndefined()
    await edit(id, { title: 'A loud lake' })
    await changeSettings({ requireContentApproval: false })
    expect(await listed(id)).toBeUndefined()
  })

  it('is accepted as it was shown, and asks again for the next change', async () => {
    const id = await approved()
    await edit(id, { title: 'A loud lake' })
    const { changes = -1 } = (await listed(id)) ?? {}
    await edit(id, { description: 'Changed under your eyes' })
    expect((await decideChanges(admin, id, { decision: 'accept', changes })).status).toBe(409)
    const now = (await listed(id))?.changes
    expect((await decideChanges(moderator, id, { decision: 'accept', changes: now })).status).toBe(200)
    expect((await decideChanges(admin, id, { decision: 'accept', changes: now })).status).toBe(409)
    expect(await listed(id)).toBeUndefined()
    await edit(id, { title: 'A louder lake' })
    expect((await listed(id))?.approved.title).toBe('A loud lake')
  })

  it('is taken back with captions and all, whose approved file was kept', async () => {
    const id = await approved()
    const track = await putCaptions(owner.client, id, 'en', vtt('Added'))
    expect(track).toHaveLength(1)
    expect((await listed(id))?.captions).toMatchObject([{ language: 'en', change: 'added' }])
    await decideChanges(admin, id, { decision: 'accept', changes: (await listed(id))?.changes })
    await putCaptions(owner.client, id, 'en', vtt('Replaced'))
    await edit(id, { title: 'A loud lake' })
    const compared = await admin.json<ComparedCaptions>('GET', `/api/admin/videos/${id}/changes/captions/en`)
    expect([compared.approved, compared.shown]).toEqual([
      expect.stringContaining('Added'),
      expect.stringContaining('Replaced'),
    ])
    const changes = (await listed(id))?.changes
    expect((await decideChanges(admin, id, { decision: 'revert', changes, note: '' })).status).toBe(400)
    expect((await decideChanges(admin, id, { decision: 'revert', changes, note })).status).toBe(200)
    expect(await videoRow(id)).toMatchObject({
      title: 'A lake-side walk',
      titleFolded: 'a lake-side walk',
      titleForms: 'lakeside',
    })
    const back = await admin.json<ComparedCaptions>('GET', `/api/admin/videos/${id}/changes/captions/en`)
    expect(back.shown).toContain('Added')
    const { captions } = await owner.client.json<Video>('GET', `/api/videos/${id}`)
    expect(captions).toHaveLength(1)
    const served = await owner.client.get(captions[0]?.url ?? '')
    expect([served.status, await served.text()]).toEqual([200, expect.stringContaining('Added')])
    expect(await listed(id)).toBeUndefined()
    expect((await mailsOfOwner()).at(-1)?.body).toContain(note)
  })

  it.each([
    ['is dated when it is taken back', { title: 'A loud lake' }, expect.any(Number)],
    ['has no date for tags that are taken back', { tags: ['loud'] }, null],
  ])('%s', async (_, change, editedAt) => {
    const id = await approved()
    await edit(id, change)
    await db.update(videos).set({ editedAt: null }).where(eq(videos.id, id))
    const { changes } = (await listed(id)) ?? {}
    expect((await decideChanges(admin, id, { decision: 'revert', changes, note })).status).toBe(200)
    expect((await videoRow(id))?.editedAt).toEqual(editedAt)
  })

  it('goes back to review, and what is approved then is the new text', async () => {
    const id = await approved()
    await edit(id, { title: 'A loud lake' })
    const changes = (await listed(id))?.changes
    expect((await decideChanges(admin, id, { decision: 'recall', changes, note })).status).toBe(200)
    expect([await isPublic(id), await listed(id)]).toEqual([false, undefined])
    await decide(admin, 'approve', id)
    expect([await isPublic(id), await listed(id)]).toEqual([true, undefined])
  })

  it('leaves out what staff corrected, and keeps the rest', async () => {
    const id = await approved()
    await edit(id, { description: 'Unseen' })
    await correct(id, { title: 'By staff' })
    expect(await listed(id)).toMatchObject({ approved: { title: 'By staff', description: '' } })
    await correct(id, { description: 'Fine' })
    expect(await listed(id)).toBeUndefined()
  })

  it('isn’t in an approval of what was looked at before', async () => {
    await changeSettings({ requireContentApproval: true })
    const { id, revision } = await makeVideo(owner.id, { review: 'pending' })
    await edit(id, { title: 'Slipped in' })
    expect((await decide(admin, 'approve', id, { revision })).status).toBe(409)
    const { revision: then } = (await videoRow(id)) ?? {}
    await putCaptions(owner.client, id, 'en')
    expect((await decide(admin, 'approve', id, { revision: then })).status).toBe(409)
  })
})

describe('a private video that was uploaded while nothing was reviewed', () => {
  const open = async (json: object, client = owner.client) => {
    const { id } = await makeVideo(owner.id, { isPublic: false })
    await changeSettings({ requireContentApproval: true })
    const answer = await (await edit(id, json, client)).json<Video>()
    return { id, answer }
  }

  it.each([
    { isPublic: true },
    { visibility: 'unlisted' },
    { publishAt: new Date(Date.now() + 1e7).toISOString() },
  ])('is reviewed before it opens: %j', async (json) => {
    const { id, answer } = await open(json)
    expect(answer.review).toBe('pending')
    expect((await videoRow(id))?.waitingSince).toBeTypeOf('number')
    expect(await isPublic(id)).toBe(false)
  })

  it('opens at once after a person approved it, or when an administrator opens it', async () => {
    const { id } = await open({ isPublic: true })
    await decide(admin, 'approve', id)
    await edit(id, { isPublic: false })
    expect(await (await edit(id, { isPublic: true })).json()).toMatchObject({ review: 'approved' })
    const other = await open({ isPublic: true }, admin)
    expect(await isPublic(other.id)).toBe(true)
  })

  it('is reviewed at the time for which it was scheduled', async () => {
    const { id } = await makeVideo(owner.id, { isPublic: false, publishAt: 1000 })
    const reviewed = await approved({ isPublic: false, publishAt: 1000 })
    await publishDue(await jobContext())
    expect(await videoRow(id)).toMatchObject({ isPublic: true, review: 'pending', publishAt: null })
    expect([await isPublic(id), await isPublic(reviewed)]).toEqual([false, true])
    await decide(admin, 'approve', id)
    expect(await isPublic(id)).toBe(true)
  })

  it('stays open where it is open', async () => {
    const { id } = await makeVideo(owner.id)
    await changeSettings({ requireContentApproval: true })
    await edit(id, { title: 'Another title', isPublic: true })
    expect([
      await isPublic(id),
      (await db.select().from(videos).where(eq(videos.id, id)))[0]?.review,
    ]).toEqual([true, 'approved'])
  })
})
