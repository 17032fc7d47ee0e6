import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { AccountCare } from '#contract/schemas/moderation/account-care'
import type { WaitingCounts } from '#contract/schemas/site/overview'
import { hour } from '#contract/values/shared/time'
import { factorResets, recoveryCodes, totpSecrets, users } from '#db/schema'
import { signIn } from '#test/support/accounts/accounts'
import { mailsTo } from '#test/support/accounts/links'
import { guardedAt, signedInAt } from '#test/support/accounts/second-factor'
import { problemOf, type TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { makeUser, signInAs, testDb } from '#test/support/factories'
import { auditOf, signInAt } from '#test/support/moderation/removals'
import { pruneExpired } from '#worker/jobs/prune'

const now = Date.now()
const db = testDb()
let one: { id: number; username: string; client: TestClient }
let other: { id: number; username: string; client: TestClient }
let member: Awaited<ReturnType<typeof guardedAt>>

beforeEach(async () => {
  // Those of other tests wait, too.
  await db.delete(factorResets)
  one = await signedInAt(now, { isAdmin: true })
  other = await signedInAt(now, { isAdmin: true })
  member = await guardedAt(now)
})

const at = (id = member.id) => `/api/admin/users/${id}/factor-reset`
const ask = (client = one.client, id = member.id) =>
  client.request('POST', at(id), { json: { reason: 'Showed an ID on the phone.' } })
const confirm = (client: TestClient, id = member.id) => client.request('POST', `${at(id)}/confirm`)
const factorOf = (userId: number) => db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))

it('takes two administrators, is mailed twice, and ends the sessions', async () => {
  expect((await ask()).status).toBe(204)
  expect(await problemOf(await ask(other.client))).toMatchObject({ status: 409 })
  expect(await other.client.json('GET', '/api/admin/factor-resets')).toMatchObject([{ id: member.id }])
  const waitingFor = async (client: TestClient) =>
    (await client.json<WaitingCounts>('GET', '/api/admin/waiting')).factorResets
  const support = await signInAs(await makeUser({ staff: 'support' }))
  expect(await Promise.all([other.client, one.client, support].map(waitingFor))).toEqual([1, 0, undefined])
  const care = await other.client.json<AccountCare>('GET', `/api/admin/users/${member.id}/care`)
  expect(care).toMatchObject({ twoStep: true, factorReset: { by: { username: one.username } } })
  expect(await problemOf(await confirm(one.client))).toMatchObject({
    status: 403,
    detail: 'You made this request. Another administrator must confirm it.',
  })
  expect(await factorOf(member.id)).toHaveLength(1)

  const both = await Promise.all([confirm(other.client), confirm(other.client)])
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect(await factorOf(member.id)).toEqual([])
  expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, member.id))).toEqual([])
  expect((await member.client.get('/api/auth/me')).status).toBe(401)
  expect((await signIn(member.username)).status).toBe(200)
  expect((await mailsTo(`${member.username}@example.com`)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Your two-step sign-in may be reset', 'Your two-step sign-in was reset']),
  )
  expect((await auditOf('user', member.id)).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['user.factor-request', one.id],
    ['user.reset-factor', other.id],
  ])
})

it('lapses after a day, and can be withdrawn', async () => {
  await ask()
  const later = await signInAt(other, now + 25 * hour)
  expect((await confirm(later)).status).toBe(409)
  await pruneExpired(await jobContext(now + 25 * hour))
  expect(await db.select().from(factorResets).where(eq(factorResets.userId, member.id))).toEqual([])
  expect((await ask(later)).status).toBe(204)
  expect((await later.request('DELETE', at())).status).toBe(204)
  // The request is repeated, as after a lost answer.
  expect((await later.request('DELETE', at())).status).toBe(204)
  expect((await confirm(await signInAt(one, now + 25 * hour))).status).toBe(409)
  expect(await factorOf(member.id)).toHaveLength(1)
})

it('counts only while its requester may still ask', async () => {
  await ask()
  const requester = eq(users.id, one.id)
  for (const lost of [{ isAdmin: false }, { banReason: 'Phished.' }, { deleteAt: now + hour }]) {
    await db.update(users).set(lost).where(requester)
    expect(await problemOf(await confirm(other.client))).toMatchObject({
      status: 409,
      detail: 'This request is no longer valid. Withdraw it, then request another.',
    })
    await db.update(users).set({ isAdmin: true, banReason: null, deleteAt: null }).where(requester)
  }
  expect(await factorOf(member.id)).toHaveLength(1)
  expect((await confirm(other.client)).status).toBe(204)
})

it('isn’t for oneself, for a site owner, for who has no second factor, or for other staff', async () => {
  const guarded = await guardedAt(now, { isAdmin: true })
  expect((await ask(guarded.client, guarded.id)).status).toBe(403)
  expect((await ask(one.client, guarded.id)).status).toBe(204)
  expect((await confirm(guarded.client, guarded.id)).status).toBe(403)
  const owner = await guardedAt(now, { staff: 'owner' })
  expect((await ask(one.client, owner.id)).status).toBe(403)
  const second = await signedInAt(now, { staff: 'owner' })
  expect((await ask(second.client, owner.id)).status).toBe(204)
  const listed = async (client: TestClient) =>
    (await client.json<{ id: number }[]>('GET', '/api/admin/factor-resets')).map(({ id }) => id)
  expect(await listed(other.client)).toEqual([guarded.id])
  expect(await listed(guarded.client)).toEqual([])
  expect((await listed(second.client)).sort((a, b) => a - b)).toEqual([guarded.id, owner.id])
  const plain = await makeUser()
  expect(await problemOf(await ask(one.client, plain.id))).toMatchObject({
    detail: 'This account has no two-step sign-in.',
  })
  for (const staff of ['support', 'moderator'] as const) {
    const client = await signInAs(await makeUser({ staff }))
    expect([(await ask(client)).status, (await confirm(client)).status]).toEqual([403, 403])
  }
  // The request wasn't about a second factor that was turned on since.
  await ask()
  await db
    .update(totpSecrets)
    .set({ confirmedAt: now + 1 })
    .where(eq(totpSecrets.userId, member.id))
  expect((await confirm(other.client)).status).toBe(409)
})
