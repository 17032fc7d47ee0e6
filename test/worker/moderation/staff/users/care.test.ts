import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { AccountCare, OwnWarning } from '#contract/schemas/moderation/account-care'
import { accountNotes, users } from '#db/schema'
import { mailsTo, tokenTo } from '#test/support/accounts/links'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { changeSettings, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import type { ServiceContext } from '#worker/services/context'
import { uploaderReview } from '#worker/services/uploads/uploaders/index'
import { publishDue } from '#worker/services/videos/publishing/publish-due'

const db = testDb()
let admin: TestClient
let moderator: TestClient
let support: TestClient
let member: { id: number; username: string; client: TestClient }

beforeEach(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
  moderator = await signInAs(await makeUser({ staff: 'moderator' }))
  support = await signInAs(await makeUser({ staff: 'support' }))
  const user = await makeUser()
  member = { ...user, client: await signInAs(user) }
})

const at = (path: string, id = member.id) => `/api/admin/users/${id}/${path}`
const careOf = (client = admin) => client.json<AccountCare>('GET', at('care'))
const text = 'Two titles promised what the videos didn’t show.'

it('limits and trust are the account’s own until they are taken back', async () => {
  const before = await careOf()
  expect(before).toMatchObject({
    trustedAt: null,
    allowance: { publishesPerDay: 50, openUploads: 20 },
    limits: { quotaBytes: null, publishesPerDay: null, openUploads: null },
  })
  const limits = { quotaBytes: 5e12, publishesPerDay: 200, openUploads: null }
  expect((await admin.request('PUT', at('limits'), { json: limits })).status).toBe(204)
  expect(await careOf()).toMatchObject({
    allowance: { quotaBytes: 5e12, publishesPerDay: 200, openUploads: 20 },
    limits,
  })
  const none = { quotaBytes: null, publishesPerDay: null, openUploads: null }
  await admin.request('PUT', at('limits'), { json: none })
  expect((await careOf()).allowance).toEqual(before.allowance)

  await changeSettings({ requireContentApproval: true })
  const url = { videoUrl: 'https://example.org/a.mp4', thumbnailUrl: 'https://example.org/a.jpg' }
  const publish = () =>
    member.client.json<{ review: string }>('POST', '/api/videos', {
      title: 'A clip',
      categoryId: 1,
      ...url,
    })
  expect((await publish()).review).toBe('pending')
  expect((await admin.request('PUT', at('trust'), { json: { trusted: true } })).status).toBe(204)
  // Razorpay is set up, and its checkout takes cards, so trust doesn't count.
  expect((await publish()).review).toBe('pending')
  const second = await signInAs(await makeUser({ isAdmin: true }))
  const again = await problemOf(await second.request('PUT', at('trust'), { json: { trusted: true } }))
  expect([again.status, again.detail]).toEqual([409, 'This account is already trusted.'])
  await admin.request('PUT', at('trust'), { json: { trusted: false } })
  expect((await publish()).review).toBe('pending')
  await changeSettings({ requireContentApproval: false })
  for (const json of [{ ...none, openUploads: 0 }, { ...none, quotaBytes: -1 }, { openUploads: 1 }])
    expect((await admin.request('PUT', at('limits'), { json })).status).toBe(400)
})

it('trust skips review when a video is published, and when it appears later, unless the site takes cards', async () => {
  await admin.request('PUT', at('trust'), { json: { trusted: true } })
  await changeSettings({ requireContentApproval: true })
  const { config, ...ctx } = await jobContext()
  const withCards = { ...ctx, config }
  const payments = { ...config.payments, razorpay: null }
  const without = { ...ctx, config: { ...config, payments } }
  const publishedBy = async (context: ServiceContext) => {
    const publishAt = ctx.now - 1
    const { id } = await makeVideo(member.id, { isPublic: false, review: 'approved', publishAt })
    await publishDue(context)
    return (await videoRow(id))?.review
  }
  expect([await publishedBy(withCards), await publishedBy(without)]).toEqual(['pending', 'approved'])
  expect((await uploaderReview(withCards, member.id)).isReviewed).toBe(true)
  expect((await uploaderReview(without, member.id)).isReviewed).toBe(false)
  await changeSettings({ requireContentApproval: false })
})

it('an address is confirmed once, a reset link is mailed, and sessions end for good', async () => {
  expect((await admin.request('POST', at('confirm-email'))).status).toBe(204)
  // The request is repeated, as after a lost answer.
  expect((await admin.request('POST', at('confirm-email'))).status).toBe(204)
  const [row] = await db.select().from(users).where(eq(users.id, member.id))
  expect(row?.emailVerifiedAt).toBeGreaterThan(0)

  const address = `${member.username}@example.com`
  expect((await support.request('POST', at('reset-link'))).status).toBe(204)
  expect(await tokenTo(address, 'reset')).toMatch(/^[\w-]{43}$/)
  for (let times = 0; times < 4; times += 1) await support.request('POST', at('reset-link'))
  expect((await support.request('POST', at('reset-link'))).status).toBe(429)

  expect((await admin.request('DELETE', at('sessions'))).status).toBe(204)
  expect((await member.client.get('/api/auth/me')).status).toBe(401)
  expect((await auditOf('user', member.id)).map(({ action }) => action)).toEqual([
    'user.confirm-email',
    ...Array.from({ length: 5 }, () => 'user.send-reset'),
    'user.end-sessions',
  ])
})

it('refused reset links use up none of the emails that the owner of the account may ask for', async () => {
  const owner = await makeUser({ staff: 'owner' })
  for (let times = 0; times < 6; times += 1)
    expect((await support.request('POST', at('reset-link', owner.id))).status).toBe(403)
  await new TestClient().request('POST', '/api/auth/forgot', {
    json: { email: `${owner.username}@example.com` },
  })
  expect(await tokenTo(`${owner.username}@example.com`, 'reset')).toMatch(/^[\w-]{43}$/)
})

it('notes and warnings are read by staff above the account alone, and its second factor by who may reset it', async () => {
  const subject = await makeUser({ staff: 'moderator' })
  expect((await admin.request('POST', at('notes', subject.id), { json: { text } })).status).toBe(204)
  expect((await admin.request('POST', at('warnings', subject.id), { json: { text } })).status).toBe(204)
  const seenBy = (client: TestClient) => client.json<AccountCare>('GET', at('care', subject.id))
  expect(await seenBy(admin)).toMatchObject({ twoStep: false, notes: [{ text }], warnings: [{ text }] })
  const nothing = { twoStep: null, factorReset: null, notes: [], warnings: [] }
  for (const client of [await signInAs(subject), moderator, support])
    expect(await seenBy(client)).toMatchObject(nothing)
  expect((await careOf(moderator)).twoStep).toBeNull()
})

it('a warning is mailed, and stays in the account until its member acknowledges it', async () => {
  expect((await moderator.request('POST', at('warnings'), { json: { text } })).status).toBe(204)
  const [mail] = await mailsTo(`${member.username}@example.com`)
  expect([mail?.subject, mail?.body]).toEqual(['A warning about your account', expect.stringContaining(text)])
  const list = () => member.client.json<OwnWarning[]>('GET', '/api/account/warnings')
  const [warning] = await list()
  expect(warning).toMatchObject({ text })
  const path = `/api/account/warnings/${warning?.id}/acknowledge`
  expect((await moderator.request('POST', path)).status).toBe(404)
  expect((await member.client.request('POST', path)).status).toBe(204)
  expect((await member.client.request('POST', path)).status).toBe(204)
  expect(await list()).toEqual([])
  expect((await careOf()).warnings).toMatchObject([{ text, acknowledgedAt: expect.any(String) }])
})

it('words that are sent again are written once, and others aren’t said to be written to an account that goes', async () => {
  for (const path of ['notes', 'warnings']) {
    for (let times = 0; times < 2; times += 1)
      expect((await moderator.request('POST', at(path), { json: { text } })).status).toBe(204)
  }
  expect(await careOf()).toMatchObject({ notes: [{ text }], warnings: [{ text }] })
  await db.update(users).set({ deletingAt: Date.now() }).where(eq(users.id, member.id))
  for (const path of ['warnings', 'notes']) {
    const other = { json: { text: `${text} Again.` } }
    expect((await moderator.request('POST', at(path), other)).status).toBe(409)
  }
})

it('a note is for staff alone, and only grows', async () => {
  expect((await support.request('POST', at('notes'), { json: { text } })).status).toBe(204)
  expect((await careOf(moderator)).notes).toMatchObject([{ text }])
  expect(await mailsTo(`${member.username}@example.com`)).toEqual([])
  const own = await member.client.get('/api/account/export')
  expect(await own.text()).not.toContain(text)
  const [entry] = await auditOf('user', member.id)
  expect([entry?.action, JSON.stringify(entry)]).toEqual(['user.note', expect.not.stringContaining(text)])
  const note = eq(accountNotes.userId, member.id)
  await expect(db.update(accountNotes).set({ text: 'x' }).where(note)).rejects.toThrow()
  await expect(db.delete(accountNotes).where(note)).rejects.toThrow()
})

it('nobody acts on themselves, on their equals, or beyond their role', async () => {
  const other = await makeUser({ isAdmin: true })
  const [self] = await db
    .select()
    .from(users)
    .where(eq(users.id, (await whoIs(admin)).id))
  const calls = [
    ['PUT', 'trust', { trusted: true }],
    ['PUT', 'limits', { quotaBytes: 1, publishesPerDay: 1, openUploads: 1 }],
    ['POST', 'confirm-email', undefined],
    ['POST', 'reset-link', undefined],
    ['DELETE', 'sessions', undefined],
    ['POST', 'warnings', { text }],
    ['POST', 'notes', { text }],
  ] as const
  for (const [method, path, json] of calls) {
    const init = json === undefined ? {} : { json }
    for (const id of [self?.id ?? 0, other.id]) {
      const response = await admin.request(method, at(path, id), init)
      expect([path, id, response.status]).toEqual([path, id, 403])
    }
    expect([path, (await admin.request(method, at(path, 999_999), init)).status]).toEqual([path, 404])
    expect([path, (await member.client.request(method, at(path), init)).status]).toEqual([path, 403])
  }
  for (const id of [self?.id ?? 0, other.id]) expect(await auditOf('user', id)).toEqual([])
})

function whoIs(client: TestClient) {
  return client.json<{ id: number }>('GET', '/api/auth/me')
}
