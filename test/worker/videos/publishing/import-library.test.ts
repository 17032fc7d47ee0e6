import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { FinishedUpload, Upload } from '#contract/schemas/uploads/upload'
import type { Video } from '#contract/schemas/videos/video'
import { confirmedMs } from '#contract/values/accounts/account'
import type { Problem } from '#contract/values/shared/errors'
import { auditLog, mediaObjects, ownerCounts, ownerStorage, uploads, users } from '#db/schema'
import { mailsTo } from '#test/support/accounts/links'
import type { TestClient } from '#test/support/client'
import {
  changeSettings,
  day,
  makeCategory,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { fixture } from '#test/support/fixtures'
import { signInAt } from '#test/support/moderation/removals'
import { announce, contentDigest } from '#test/support/videos/uploads'

const db = testDb()
const film = fixture('ok.mp4')
const at = '2021-05-04T18:30:00.000Z'

async function scene() {
  const administrator = await makeUser({ isAdmin: true })
  const owner = await makeUser()
  const client = await signInAs(administrator)
  return { administrator, owner, client, categoryId: await makeCategory() }
}

async function open(client: TestClient, owner: string, change = {}): Promise<Upload> {
  const json = { ...announce(film.length, change), owner }
  const response = await client.request('POST', '/api/admin/library/uploads', { json })
  expect(response.status).toBe(201)
  return response.json<Upload>()
}

async function send(client: TestClient, id: string): Promise<Response> {
  const digest = await contentDigest(film)
  return client.request('PUT', `/api/uploads/${id}/parts/1`, {
    body: film,
    headers: { 'content-length': String(film.length), 'content-digest': digest },
  })
}

/** Sends a film for an account, with a poster. Returns the input that publishes them. */
async function sent({ administrator, owner, client, categoryId }: Awaited<ReturnType<typeof scene>>) {
  const { id } = await open(client, owner.username)
  expect((await send(client, id)).status).toBe(200)
  const finished = await client.request('POST', `/api/uploads/${id}/complete`)
  expect((await finished.json<FinishedUpload>()).duration).toBe(2)
  const poster = await makeUpload(owner.id, 'image', { openedBy: administrator.id })
  return {
    owner: owner.username,
    title: 'From another site',
    categoryId,
    videoFile: id,
    thumbnailFile: poster.id,
    createdAt: at,
  }
}

it('publishes for another account, once, under its old date, and keeps a record', async () => {
  const of = await scene()
  const { owner, client, administrator } = of
  const json = await sent(of)
  const response = await client.request('POST', '/api/admin/library/videos', { json })
  expect(response.status).toBe(201)
  const video = await response.json<Video>()
  expect(video).toMatchObject({ userId: owner.id, title: json.title, createdAt: at, status: 'processing' })
  // The stored files belong to the owner, and count in their quota and in My Videos.
  const stored = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, owner.id))
  expect(stored.map(({ kind }) => kind).sort()).toEqual(['poster', 'source'])
  const [room] = await db.select().from(ownerStorage).where(eq(ownerStorage.userId, owner.id))
  expect(room?.bytes).toBe(film.length + 700)
  const [counts] = await db.select().from(ownerCounts).where(eq(ownerCounts.userId, owner.id))
  expect(counts?.total).toBe(1)

  const again = await client.request('POST', '/api/admin/library/videos', { json })
  expect([again.status, (await again.json<Video>()).id]).toEqual([200, video.id])
  // My Videos is also ordered by date, not by when videos were added.
  const older = await makeVideo(owner.id, { createdAt: Date.parse(at) - day })
  const own = await (await signInAs(owner)).json<Video[]>('GET', '/api/videos/my-videos')
  expect(own.map(({ id }) => id)).toEqual([video.id, older.id])
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(video.id)))
  expect(log).toMatchObject([{ action: 'video.import', actorId: administrator.id, subject: 'video' }])
  expect(log[0]?.details).toContain(`"createdAt":"${at}"`)
})

it('lets no quota and no hourly limit stop an import', async () => {
  const { client, owner } = await scene()
  await db
    .insert(ownerStorage)
    .values({ userId: owner.id, bytes: 1e15 })
    .onConflictDoUpdate({ target: ownerStorage.userId, set: { bytes: 1e15 } })
  for (let count = 0; count < 12; count += 1) await open(client, owner.username)
})

it('leaves the owner all the uploads that they may have open', async () => {
  const { client, owner } = await scene()
  await db.update(users).set({ openUploads: 1 }).where(eq(users.id, owner.id))
  await open(client, owner.username)
  const own = await signInAs(owner)
  const openOwn = () => own.request('POST', '/api/uploads', { json: announce(film.length) })
  expect([(await openOwn()).status, (await openOwn()).status]).toEqual([201, 409])
})

it('is for oneself and accounts below, with a password that was typed lately', async () => {
  const of = await scene()
  const json = await sent(of)
  const post = async (path: string, body: object, client = of.client) => {
    const response = await client.request('POST', `/api/admin/library/${path}`, { json: body })
    return [response.status, response.ok ? '' : (await response.json<Problem>()).detail]
  }
  for (const role of [{ isAdmin: true }, { staff: 'owner' }] as const) {
    const { username } = await makeUser(role)
    const refused = [400, `You can't publish for ${username}, because their role isn't below yours.`]
    expect(await post('uploads', { ...announce(film.length), owner: username })).toEqual(refused)
    expect(await post('videos', { ...json, owner: username })).toEqual(refused)
  }
  const own = { ...announce(film.length), owner: of.administrator.username }
  expect(await post('uploads', own)).toEqual([201, ''])

  // Since the upload, its owner has become an administrator.
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, of.owner.id))
  expect((await post('videos', json))[0]).toBe(400)
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, of.owner.id))

  const late = await signInAt(of.administrator, Date.now())
  late.now = Date.now() + confirmedMs + 1
  const again = [403, 'Please enter your password again first.']
  expect(await post('uploads', { ...announce(film.length), owner: json.owner }, late)).toEqual(again)
  expect(await post('videos', json, late)).toEqual(again)

  expect((await post('videos', json))[0]).toBe(201)
  expect((await post('videos', await sent(of)))[0]).toBe(201)
  const mails = await mailsTo(`${of.owner.username}@example.com`)
  expect(mails.map(({ subject }) => subject)).toEqual(['Videos were added to your account'])
})

it('gives an upload for another account to its sender and its owner alone', async () => {
  const { client, owner } = await scene()
  const { id } = await open(client, owner.username)
  const other = await signInAs(await makeUser({ isAdmin: true }))
  expect((await send(other, id)).status).toBe(404)
  expect((await other.get(`/api/uploads/${id}`)).status).toBe(404)
  expect((await (await signInAs(owner)).get(`/api/uploads/${id}`)).status).toBe(200)
})

it('refuses an unknown or leaving owner, a date ahead, and files of another account', async () => {
  const of = await scene()
  const json = await sent(of)
  const refusal = async (change: object) => {
    const path = '/api/admin/library/videos'
    const response = await of.client.request('POST', path, { json: { ...json, ...change } })
    return [response.status, (await response.json<Problem>()).errors?.map(({ path }) => path) ?? []]
  }
  expect(await refusal({ owner: 'no-such-account' })).toEqual([400, ['owner']])
  expect(await refusal({ createdAt: new Date(Date.now() + day).toISOString() })).toEqual([400, ['createdAt']])
  expect(await refusal({ createdAt: 'yesterday' })).toEqual([400, ['createdAt']])
  expect(await refusal({ videoFile: (await makeUpload(of.owner.id)).id })).toEqual([400, ['videoFile']])
  // Files sent for one account can't be published for another.
  expect(await refusal({ owner: (await makeUser()).username })).toEqual([409, []])

  await db
    .update(users)
    .set({ deleteAt: Date.now() + day })
    .where(eq(users.id, of.owner.id))
  expect(await refusal({})).toEqual([400, ['owner']])
  const opened = await of.client.request('POST', '/api/admin/library/uploads', {
    json: { ...announce(film.length), owner: of.owner.username },
  })
  expect(opened.status).toBe(400)
})

it('sends an imported video to review like any other', async () => {
  const of = await scene()
  await changeSettings({ requireContentApproval: true })
  const json = await sent(of)
  const response = await of.client.request('POST', '/api/admin/library/videos', { json })
  await changeSettings({ requireContentApproval: false })
  const { id } = await response.json<Video>()
  expect(await videoRow(id)).toMatchObject({ review: 'pending', createdAt: Date.parse(at) })
  expect(await db.select({ one: sql`1` }).from(uploads).where(eq(uploads.videoId, id))).toHaveLength(2)
})
