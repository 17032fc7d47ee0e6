import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnProfile, Profile } from '#contract/schemas/videos/profiles'
import { auditLog, mailOutbox, mediaObjects } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { makeUpload, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { prunePending } from '#worker/services/shared/objects/index'

const db = testDb()
const path = '/api/account/profile'
let person: { id: number; username: string }
let client: TestClient

beforeEach(async () => {
  person = await makeUser()
  client = await signInAs(person)
})

const put = (json: object) => client.request('PUT', path, { json })

describe('PUT /api/account/profile', () => {
  it('keeps text and picture, shown on the page to everyone past the gate', async () => {
    await makeVideo(person.id)
    const { id, bytes } = await makeUpload(person.id, 'avatar')
    const about = 'Films of light.\n\nhttps://example.com'
    const saved = await (
      await put({ about: `  ${about.replaceAll('\n', '\r\n')} `, avatarFile: id })
    ).json<OwnProfile>()
    expect(saved).toEqual({ about, avatarUrl: expect.stringMatching(/^\/media\/.+\/avatar\.png$/) })
    // A repeated request changes nothing.
    expect(await (await put({ avatarFile: id })).json()).toEqual(saved)
    const profile = await new TestClient().json<Profile>('GET', `/api/users/${person.username}`)
    expect(profile).toMatchObject(saved)
    const served = await new TestClient().get(saved.avatarUrl ?? '')
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes)
    expect((await new TestClient({ ageVerified: false }).get(saved.avatarUrl ?? '')).status).toBe(403)
  })

  it('removes the picture that another replaces, or nothing does', async () => {
    const [first, second] = [await makeUpload(person.id, 'avatar'), await makeUpload(person.id, 'avatar')]
    await put({ avatarFile: first.id })
    await put({ avatarFile: second.id })
    await prunePending(await jobContext())
    expect(await env.MEDIA.head(first.objectKey)).toBeNull()
    expect(await env.MEDIA.head(second.objectKey)).not.toBeNull()
    expect(await (await put({ avatarFile: null })).json()).toEqual({ about: '', avatarUrl: null })
    await prunePending(await jobContext())
    expect(await env.MEDIA.head(second.objectKey)).toBeNull()
    expect(await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, person.id))).toEqual([])
  })

  it('empties the text, and leaves what it doesn’t name', async () => {
    const { id } = await makeUpload(person.id, 'avatar')
    const { avatarUrl } = await (await put({ about: 'Films', avatarFile: id })).json<OwnProfile>()
    expect(await (await put({ about: ' \n' })).json()).toEqual({ about: '', avatarUrl })
    expect(await client.json('GET', path)).toEqual({ about: '', avatarUrl })
  })

  it.each([
    ['one that is not square', { width: 200, height: 100 }],
    ['one that is too large', { width: 1024, height: 1024 }],
  ])('refuses a picture: %s', async (_, size) => {
    const { id } = await makeUpload(person.id, 'avatar', size)
    const { errors } = await problemOf(await put({ avatarFile: id }))
    expect(errors).toMatchObject([{ path: 'avatarFile', message: expect.stringContaining('square') }])
  })

  it("refuses another's upload, a poster, and a text that is too long or turns its direction", async () => {
    const other = await makeUser()
    expect((await put({ avatarFile: (await makeUpload(other.id, 'avatar')).id })).status).toBe(400)
    expect((await put({ avatarFile: (await makeUpload(person.id, 'image')).id })).status).toBe(400)
    expect((await put({ about: 'x'.repeat(1001) })).status).toBe(400)
    expect((await put({ about: 'Hello\nfrom \u202ehere' })).status).toBe(400)
  })
})

it('is cleared by a moderator, on record and with an email', async () => {
  const { id, objectKey } = await makeUpload(person.id, 'avatar')
  await put({ about: 'Buy now', avatarFile: id })
  const moderator = await signInAs(await makeUser({ staff: 'moderator' }))
  const clear = () => moderator.request('DELETE', `/api/admin/users/${person.id}/profile`)
  expect((await clear()).status).toBe(204)
  // The request is repeated, since the answer was lost.
  expect((await clear()).status).toBe(204)
  expect(await client.json('GET', path)).toEqual({ about: '', avatarUrl: null })
  await prunePending(await jobContext())
  expect(await env.MEDIA.head(objectKey)).toBeNull()
  expect(await db.select().from(auditLog).where(eq(auditLog.action, 'user.clear-profile'))).toHaveLength(1)
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, `${person.username}@example.com`))
  expect(mail?.subject).toBe('Your profile was cleared')
})
