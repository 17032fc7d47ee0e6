import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Gift } from '#contract/schemas/payments/gifts'
import type { Subscription } from '#contract/schemas/payments/payments'
import { day } from '#contract/values/shared/time'
import { auditLog, dailyStats, giftEvents, ledger, payments, premiumGifts, users } from '#db/schema'
import { mailsTo } from '../../support/accounts/links'
import { problemOf, type TestClient } from '../../support/client'
import { makeUser, makeVideo, signInAs, testDb } from '../../support/factories'
import { signInAt } from '../../support/moderation/removals'
import { buyer, buyWithWallet, isPremium, paymentsWorld } from '../../support/payments/payments'

const db = testDb()
const world = paymentsWorld()
let admin: TestClient & { id?: number }
let giver: number
beforeEach(async () => {
  const user = await makeUser({ isAdmin: true })
  giver = user.id
  admin = await signInAs(user)
})

const reason = 'For the outage last week.'
const give = (userId: number, days = 30, client: TestClient = admin) =>
  client.request('POST', `/api/admin/users/${userId}/gifts`, { json: { days, reason } })
const giftsOf = (userId: number) => admin.json<Gift[]>('GET', `/api/admin/users/${userId}/gifts`)
const revoke = async (userId: number, client: TestClient = admin) => {
  const [gift] = await giftsOf(userId)
  return client.request('POST', `/api/admin/gifts/${gift?.id}/revoke`, { json: { reason: 'By mistake.' } })
}
const subscriptionOf = (client: TestClient) => client.json<Subscription>('GET', '/api/account/subscription')

it('opens premium videos, is shown as a gift, and is no money', async () => {
  const before = [await db.select().from(payments), await db.select().from(ledger)]
  const statsBefore = await db.select().from(dailyStats)
  const member = await buyer()
  const video = await makeVideo((await makeUser()).id, { isPremium: true })
  const play = async () =>
    (await member.json<{ sources?: unknown[] }>('GET', `/api/videos/${video.id}`)) as object
  const locked = JSON.stringify(await play())
  expect((await give(member.userId)).status).toBe(204)
  expect(await isPremium(member)).toBe(true)
  const opened = JSON.stringify(await play())
  expect(opened).not.toBe(locked)
  expect(await subscriptionOf(member)).toMatchObject({
    status: 'active',
    plan: null,
    payments: [],
    gifts: [{ days: 30, reason, revokedAt: null, until: expect.any(String) }],
  })
  const [mail] = await mailsTo(`${member.username}@example.com`)
  expect([mail?.subject, mail?.body]).toEqual(['A gift for your account', expect.stringContaining(reason)])
  expect(await admin.json('GET', '/api/admin/gifts?limit=1')).toMatchObject([
    { member: { id: member.userId } },
  ])
  expect(await admin.json('GET', '/api/admin/users?filter=premium')).toContainEqual(
    expect.objectContaining({ id: member.userId }),
  )
  expect([await db.select().from(payments), await db.select().from(ledger)]).toEqual(before)
  expect((await db.select().from(dailyStats)).filter(({ name }) => name.startsWith('charged'))).toEqual(
    statsBefore.filter(({ name }) => name.startsWith('charged')),
  )

  // Revoked: access ends at once, for media, too. A repeated request changes nothing.
  const media = /"(\/media\/[^"]+\.mp4)"/.exec(opened)?.[1]
  if (media) expect((await member.get(media)).status).toBeLessThan(400)
  const both = await Promise.all([revoke(member.userId), revoke(member.userId)])
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect(await isPremium(member)).toBe(false)
  expect(JSON.stringify(await play())).toBe(locked)
  if (media) expect((await member.get(media)).status).toBeGreaterThanOrEqual(400)
  expect(await subscriptionOf(member)).toMatchObject({
    status: 'revoked',
    gifts: [{ reason, until: expect.any(String), revokedAt: expect.any(String) }],
  })
  const [ended] = (await subscriptionOf(member)).gifts
  expect(ended?.until).toBe(ended?.revokedAt)
  expect((await mailsTo(`${member.username}@example.com`)).map(({ subject }) => subject)).toEqual([
    'A gift for your account',
    'A gift was revoked',
  ])
})

it('stacks with paid terms, in either order and at once, and leaves them when it is revoked', async () => {
  const member = await buyer()
  const days = async () => {
    const { premiumUntil } = await subscriptionOf(member)
    return Math.round((Date.parse(premiumUntil ?? '') - Date.now()) / day)
  }
  await buyWithWallet(world, member)
  await give(member.userId, 10)
  await buyWithWallet(world, member)
  expect(await days()).toBe(70)
  await revoke(member.userId)
  expect(await days()).toBe(60)
  expect(await isPremium(member)).toBe(true)

  const another = await signInAs(await makeUser({ isAdmin: true }))
  const given = await Promise.all([
    give(member.userId, 5),
    give(member.userId, 7, another),
    give(member.userId, 5),
  ])
  // Two gifts at once by one administrator are a form sent twice.
  expect(given.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await days()).toBe(72)
})

it('that is revoked after a while leaves all days that were paid for meanwhile', async () => {
  const member = await buyer()
  const now = Date.now()
  expect((await give(member.userId, 365)).status).toBe(204)
  await buyWithWallet(world, member)
  const late = await signInAt({ username: (await makeUser({ isAdmin: true })).username }, now + 100 * day)
  const day100 = now + 100 * day
  expect((await revoke(member.userId, late)).status).toBe(204)
  const { gifts, payments: bought, premiumUntil } = await subscriptionOf(member)
  const daysOf = (at: string | null | undefined) => Math.round((Date.parse(at ?? '') - day100) / day)
  expect([daysOf(gifts[0]?.until), daysOf(bought[0]?.from), daysOf(premiumUntil)]).toEqual([0, 0, 30])
  expect((await mailsTo(`${member.username}@example.com`)).at(-1)?.body).toContain('What you paid for stays.')
})

it('can’t be revoked by its receiver, or from somebody of the same role by now', async () => {
  const member = await makeUser()
  await give(member.id)
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, member.id))
  expect(await problemOf(await revoke(member.id))).toMatchObject({
    status: 403,
    detail: "You can't act on an account with this role.",
  })
  expect(await problemOf(await revoke(member.id, await signInAs(member)))).toMatchObject({
    status: 403,
    detail: "You can't revoke a gift to your own account.",
  })
  expect(await giftsOf(member.id)).toMatchObject([{ revokedAt: null }])
  // A repetition isn't told that it was done, either.
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, member.id))
  for (let times = 0; times < 2; times += 1) expect((await revoke(member.id)).status).toBe(204)
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, member.id))
  expect((await revoke(member.id)).status).toBe(403)
})

it('is for administrators, to accounts below them, and never to oneself', async () => {
  const member = await makeUser()
  const peer = await makeUser({ isAdmin: true })
  for (const staff of ['support', 'moderator'] as const)
    expect((await give(member.id, 30, await signInAs(await makeUser({ staff })))).status).toBe(403)
  const own = await problemOf(await give(giver))
  expect([own.status, own.detail]).toEqual([403, "You can't give premium to your own account."])
  expect((await give(peer.id)).status).toBe(403)
  expect((await give(999_999)).status).toBe(404)
  for (const days of [0, -3, 1.5, 3651]) expect((await give(member.id, days)).status).toBe(400)
  expect(await giftsOf(member.id)).toEqual([])
})

it('is refused by the database without its audit entry, for other days or another account, and never changes', async () => {
  const [member, stranger] = [await makeUser(), await makeUser()]
  const at = Date.now()
  const gift = { id: `gift-${member.id}`, userId: member.id, days: 30, reason, givenBy: giver, at }
  await db.insert(premiumGifts).values(gift)
  const event = { userId: member.id, seq: 1, kind: 'grant' as const, giftId: gift.id, days: 30, at }
  const grant = (change: Partial<typeof event> = {}) => db.insert(giftEvents).values({ ...event, ...change })
  await expect(grant()).rejects.toThrow()
  const entry = { at, subject: 'user', subjectId: String(member.id), requestId: 'test' }
  const details = JSON.stringify({ gift: gift.id })
  // An entry about another act, another giver, and another gift.
  await db.insert(auditLog).values([
    { ...entry, actorId: giver, action: 'user.note', details },
    { ...entry, actorId: stranger.id, action: 'user.gift', details },
    { ...entry, actorId: giver, action: 'user.gift', details: JSON.stringify({ gift: 'another' }) },
  ])
  await expect(grant()).rejects.toThrow()
  await db.insert(auditLog).values({ ...entry, actorId: giver, action: 'user.gift', details })
  await expect(grant({ days: 31 })).rejects.toThrow()
  await expect(grant({ userId: stranger.id })).rejects.toThrow()
  await grant()
  await expect(grant({ seq: 2 })).rejects.toThrow()
  const row = eq(giftEvents.giftId, gift.id)
  await expect(db.update(giftEvents).set({ days: 300 }).where(row)).rejects.toThrow()
  await expect(db.delete(giftEvents).where(row)).rejects.toThrow()
  await expect(
    db.update(premiumGifts).set({ days: 300 }).where(eq(premiumGifts.id, gift.id)),
  ).rejects.toThrow()
})
