import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FoundGiftCode, GiftCodeBatch, RedeemedGiftCode } from '#contract/schemas/payments/gift-codes'
import type { Gift } from '#contract/schemas/payments/gifts'
import type { Subscription } from '#contract/schemas/payments/payments'
import { giftCodeMessages } from '#contract/values/payments/gift-codes'
import { day, hour } from '#contract/values/shared/time'
import { markRedeemed } from '#db/queries/payments/gift-codes'
import {
  auditLog,
  dailyStats,
  entitlementEvents,
  giftCodeBatches,
  giftCodeEvents,
  giftCodes,
  giftEvents,
  ledger,
  payments,
  users,
} from '#db/schema'
import { refold } from '#worker/services/payments/entitlements/refold'
import {
  makeGiftCodes as makeBatch,
  redeemGiftCode,
  revokeGiftCodes,
} from '#worker/services/payments/gift-codes/index'
import { randomId } from '#worker/storage/keys'
import { mailsTo } from '../../support/accounts/links'
import { problemOf, TestClient } from '../../support/client'
import { jobContext, later, userContext } from '../../support/context'
import { makeUser, randomLetters, signInAs, testDb } from '../../support/factories'
import { signInAt } from '../../support/moderation/removals'
import { giftCodes as input, makeGiftCodes, redeem } from '../../support/payments/gift-codes'
import { type Buyer, buyer, buyWithWallet, isPremium, paymentsWorld } from '../../support/payments/payments'

const db = testDb()
const world = paymentsWorld()
let admin: Buyer
beforeEach(async () => {
  admin = await buyer({ isAdmin: true })
})

/** A code that no one made. */
const unknown = 'ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZMZ'
const subscriptionOf = (client: TestClient) => client.json<Subscription>('GET', '/api/account/subscription')
const redeemedOf = (batchId: string) =>
  db
    .select()
    .from(giftCodes)
    .where(and(eq(giftCodes.batchId, batchId), isNotNull(giftCodes.redeemedAt)))
const eventsOfCodes = (userId: number) =>
  db.select().from(giftCodeEvents).where(eq(giftCodeEvents.userId, userId))
const refusalOf = async (response: Response) => {
  const { status, detail } = await problemOf(response)
  return [status, detail]
}
const refused = [400, giftCodeMessages.invalid]
const makeRaw = (client: TestClient, over: object = {}) =>
  client.request('POST', '/api/admin/gift-codes', { json: input(`Batch ${randomLetters(10)}`, over) })
const revoke = (id: string, client: TestClient = admin) =>
  client.request('POST', `/api/admin/gift-codes/${id}/revoke`, { json: { reason: 'They were stolen.' } })
const find = (code: string | undefined, client: TestClient = admin) =>
  client.json<FoundGiftCode>('POST', '/api/admin/gift-codes/find', { code })

describe('a batch of gift codes', () => {
  it('G1: is shown once: the database and every other answer hold no code', async () => {
    const made = await makeGiftCodes(admin, {
      codes: 500,
      days: 7,
      note: 'For the fair.',
      lastDay: tomorrow(),
    })
    expect(new Set(made.codes).size).toBe(500)
    for (const code of made.codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    const [first] = await admin.json<GiftCodeBatch[]>('GET', '/api/admin/gift-codes')
    expect(first).toEqual(made.batch)
    expect(first).toMatchObject({ days: 7, codes: 500, redeemed: 0, madeBy: admin.username, revokedAt: null })
    const stored = JSON.stringify([
      await db.select().from(giftCodes).where(eq(giftCodes.batchId, made.batch.id)),
      await db.select().from(giftCodeBatches),
      await db.select().from(auditLog).where(eq(auditLog.subject, 'gift-codes')),
    ])
    for (const code of made.codes)
      for (const text of [code, code.replaceAll('-', '')]) expect(stored).not.toContain(text)
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, made.batch.id))
    expect([entry?.action, entry?.actorId]).toEqual(['gift-codes.make', admin.userId])
    const log = await admin.json<{ subjectName: string }[]>('GET', '/api/admin/audit?subject=gift-codes')
    expect(log[0]?.subjectName).toBe(made.batch.name)
  })

  it('G2: is for administrators, who entered their password; support reads alone', async () => {
    const support = await signInAs(await makeUser({ staff: 'support' }))
    const { codes, batch } = await makeGiftCodes(admin)
    expect((await makeRaw(support)).status).toBe(403)
    expect((await revoke(batch.id, support)).status).toBe(403)
    const late = await signInAt(admin, Date.now())
    late.now = Date.now() + hour
    expect(await refusalOf(await makeRaw(late))).toEqual([403, expect.stringContaining('password')])
    expect((await support.json<GiftCodeBatch[]>('GET', '/api/admin/gift-codes'))[0]?.id).toBe(batch.id)
    expect(await find(codes[0], support)).toEqual({ batch, redeemed: null })
    const member = await buyer()
    await redeem(member, codes[0])
    expect(await find(codes[0]?.toLowerCase(), support)).toEqual({
      batch: { ...batch, redeemed: 1 },
      redeemed: { at: expect.any(String), member: { id: member.userId, username: member.username } },
    })
    // Telling who redeemed it leaves an entry, one for repeated requests.
    await find(codes[0], support)
    const looks = await db.select().from(auditLog).where(eq(auditLog.action, 'gift-codes.find'))
    expect(looks.filter(({ subjectId }) => subjectId === batch.id)).toHaveLength(1)
    const nothing = await support.request('POST', '/api/admin/gift-codes/find', { json: { code: unknown } })
    expect(nothing.status).toBe(404)
  })

  it('has a name of its own, a number of codes and days, and a last day that is ahead', async () => {
    const name = `Batch ${randomLetters(8)}`
    const both = await Promise.all([makeRaw(admin, { name }), makeRaw(admin, { name })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const again = await problemOf(await makeRaw(admin, { name }))
    expect(again).toMatchObject({
      status: 409,
      detail: giftCodeMessages.nameTaken,
      errors: [{ path: 'name' }],
    })
    for (const fault of [
      { codes: 0 },
      { codes: 501 },
      { codes: 1.5 },
      { days: 0 },
      { days: 3651 },
      { name: 'x' },
      { lastDay: '2020-01-01' },
      { lastDay: '2090-01-01' },
      { lastDay: 'soon' },
      { note: 'x'.repeat(301) },
    ])
      expect([fault, (await makeRaw(admin, fault)).status]).toEqual([fault, 400])
  })

  it('G3: revokes what is left of it, once, and the terms that were redeemed stay', async () => {
    const { batch, codes } = await makeGiftCodes(admin)
    const [first, second] = [await buyer(), await buyer()]
    expect((await redeem(first, codes[0])).status).toBe(200)
    const both = await Promise.all([revoke(batch.id), revoke(batch.id)])
    expect(both.map(({ status }) => status)).toEqual([204, 204])
    expect((await revoke(batch.id, await buyer({ isAdmin: true }))).status).toBe(409)
    expect((await revoke('A'.repeat(22))).status).toBe(404)
    expect(await refusalOf(await redeem(second, codes[1]))).toEqual(refused)
    expect([await isPremium(first), await isPremium(second)]).toEqual([true, false])
    expect((await subscriptionOf(first)).gifts).toMatchObject([{ reason: null, revokedAt: null }])
    const given = await admin.json<Gift[]>('GET', `/api/admin/users/${first.userId}/gifts`)
    expect(given).toMatchObject([{ revokedAt: null, revokeReason: null }])
    const [row] = await admin.json<GiftCodeBatch[]>('GET', '/api/admin/gift-codes')
    expect(row).toMatchObject({
      redeemed: 1,
      revokedAt: expect.any(String),
      revokeReason: 'They were stolen.',
    })
    const log = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, batch.id), eq(auditLog.action, 'gift-codes.revoke')))
    expect(log.map(({ reason, details }) => [reason, details])).toEqual([
      ['They were stolen.', JSON.stringify({ before: { name: batch.name, left: 1 }, after: null })],
    ])
  })
})

describe('a gift code', () => {
  it('opens premium, is told in an email and the account, and is no money', async () => {
    const money = async () => [
      await db.select().from(payments),
      await db.select().from(ledger),
      (await db.select().from(dailyStats)).filter(({ name }) => name.startsWith('charged')),
    ]
    const before = await money()
    const member = await buyer()
    const { codes, batch } = await makeGiftCodes(admin)
    const answer = (await (await redeem(member, codes[0])).json()) as RedeemedGiftCode
    expect(answer).toEqual({ days: 30, premiumUntil: expect.any(String) })
    expect(Math.round((Date.parse(answer.premiumUntil) - Date.now()) / day)).toBe(30)
    expect(await isPremium(member)).toBe(true)
    expect(await subscriptionOf(member)).toMatchObject({
      status: 'active',
      plan: null,
      payments: [],
      premiumUntil: answer.premiumUntil,
      gifts: [{ days: 30, reason: null, revokedAt: null, until: answer.premiumUntil }],
    })
    const mails = await mailsTo(`${member.username}@example.com`)
    expect(mails.map(({ subject, body }) => [subject, body])).toEqual([
      ['Your gift code was redeemed', expect.stringContaining('Premium, 30 days. It costs nothing')],
    ])
    const shown = { member: { id: member.userId }, days: 30, reason: null, batch: batch.name }
    const gift = { ...shown, givenBy: admin.username, revokedAt: null }
    const all = await admin.json<Gift[]>('GET', '/api/admin/gifts?limit=50')
    expect(all.filter((each) => each.member.id === member.userId)).toMatchObject([gift])
    expect(await admin.json<Gift[]>('GET', `/api/admin/users/${member.userId}/gifts`)).toMatchObject([gift])
    expect(await admin.json('GET', '/api/admin/users?filter=premium')).toContainEqual(
      expect.objectContaining({ id: member.userId }),
    )
    // In neither the search, nor the statement, nor the statistics.
    expect(await admin.json('GET', `/api/admin/payments?q=${member.username}`)).toEqual([])
    expect(await money()).toEqual(before)
    const month = new Date().toISOString().slice(0, 7)
    const statement = await (await admin.get(`/api/admin/payment-statements/${month}`)).text()
    expect(statement).not.toContain(member.username)
  })

  it('stacks with what was paid and given, in the list of gifts by time', async () => {
    const member = await buyer()
    const made = await makeGiftCodes(admin, { days: 10 })
    const give = () =>
      admin.request('POST', `/api/admin/users/${member.userId}/gifts`, {
        json: { days: 5, reason: 'For the outage.' },
      })
    await buyWithWallet(world, member)
    await redeem(member, made.codes[0])
    expect((await give()).status).toBe(204)
    await redeem(member, made.codes[1])
    await buyWithWallet(world, member)
    const { premiumUntil, gifts } = await subscriptionOf(member)
    expect(Math.round((Date.parse(premiumUntil ?? '') - Date.now()) / day)).toBe(30 + 10 + 5 + 10 + 30)
    expect(gifts.map(({ days, reason }) => [days, reason === null])).toEqual([
      [10, true],
      [5, false],
      [10, true],
    ])
    // In pages, each code once.
    const seen: string[] = []
    for (let path: string | null = '/api/admin/gifts?limit=1'; path !== null; ) {
      const response: Response = await admin.get(path)
      for (const { id, member: of } of (await response.json()) as Gift[])
        if (of.id === member.userId) seen.push(id)
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
      if (seen.length === 3) break
    }
    expect(seen).toEqual(gifts.map(({ id }) => id))
    // The check that reads all accounts in a day finds the same sum.
    const from = await jobContext()
    for (let slice = 0; slice < 144; slice += 1) await refold(later(from, slice * 10 * 60_000))
    expect((await subscriptionOf(member)).premiumUntil).toBe(premiumUntil)
  })

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without hyphens', (code: string) => code.replaceAll('-', '')],
    ['with spaces and other dashes', (code: string) => ` ${code.replace('-', ' ').replaceAll('-', '–')}\n`],
    ['with letters for digits', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('is read when typed %s', async (_, typed) => {
    const { codes } = await makeGiftCodes(admin)
    expect((await redeem(await buyer(), typed(codes[0] ?? ''))).status).toBe(200)
  })

  it('G4: is redeemed once, by 50 requests of ten accounts at once', async () => {
    const { codes, batch } = await makeGiftCodes(admin, { codes: 1 })
    const members: Buyer[] = []
    while (members.length < 10) members.push(await buyer())
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const member = members[index % members.length] as Buyer
        return { member, status: (await redeem(member, codes[0])).status }
      }),
    )
    const [code] = await db.select().from(giftCodes).where(eq(giftCodes.batchId, batch.id))
    const events = await db.select().from(giftCodeEvents)
    expect(events.filter(({ hash }) => hash === code?.hash)).toMatchObject([{ userId: code?.redeemedBy }])
    // The winner's own repetitions get that answer, and no one else's.
    const won = ({ userId }: Buyer) => userId === code?.redeemedBy
    for (const { member, status } of answers) expect(status).toBe(won(member) ? 200 : 400)
    for (const member of members) {
      expect(await isPremium(member)).toBe(won(member))
      expect(await mailsTo(`${member.username}@example.com`)).toHaveLength(won(member) ? 1 : 0)
    }
    expect((await admin.json<GiftCodeBatch[]>('GET', '/api/admin/gift-codes'))[0]?.redeemed).toBe(1)
  })

  it('G5: that is unknown, used, expired or revoked is refused in the same words', async () => {
    const used = await makeGiftCodes(admin)
    await redeem(await buyer(), used.codes[0])
    const revoked = await makeGiftCodes(admin)
    await revoke(revoked.batch.id)
    const expiring = await makeGiftCodes(admin, { lastDay: tomorrow() })
    const member = await makeUser()
    const expiresAt = Date.parse(expiring.batch.expiresAt ?? '')
    const before = await signInAt(member, expiresAt - 1)
    expect((await redeem(before, expiring.codes[0])).status).toBe(200)
    const late = await signInAt(await makeUser(), expiresAt)
    const answers = []
    for (const code of [unknown, used.codes[0], revoked.codes[0], expiring.codes[1]]) {
      const response = await redeem(late, code)
      const { requestId, ...problem } = (await response.json()) as Record<string, unknown>
      answers.push([response.status, problem])
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]).toEqual([400, expect.objectContaining({ detail: giftCodeMessages.invalid })])
  })

  it('G6: is told to be used only to who used it', async () => {
    const { codes } = await makeGiftCodes(admin)
    const member = await makeUser()
    const now = Date.now()
    const client = await signInAt(member, now)
    const first = await redeem(client, codes[0])
    // A repeated request gets the same answer.
    expect(await (await redeem(client, codes[0])).json()).toEqual(await first.json())
    client.now = now + hour
    expect(await refusalOf(await redeem(client, codes[0]))).toEqual([
      409,
      expect.stringMatching(/^You've already redeemed this code, on /),
    ])
    expect(await eventsOfCodes(member.id)).toHaveLength(1)
  })

  it('G7: fails a few times an hour, and a day, for an account and an address; no success or typo counts', async () => {
    const now = Date.now()
    const { codes } = await makeGiftCodes(admin, { codes: 8 })
    const client = await signInAt(await makeUser(), now)
    for (const code of codes) expect((await redeem(client, code)).status).toBe(200)
    for (let times = 0; times < 7; times += 1)
      expect(await refusalOf(await redeem(client, `${unknown.slice(0, -1)}H`))).toEqual([
        400,
        giftCodeMessages.incomplete,
      ])
    for (let times = 0; times < 5; times += 1)
      expect(await refusalOf(await redeem(client, unknown))).toEqual(refused)
    expect(await refusalOf(await redeem(client, unknown))).toEqual([
      429,
      'Too many gift codes that failed. Try again in 60 minutes.',
    ])
    for (const later of [1, 2]) {
      client.now = now + later * hour
      for (let times = 0; times < 5; times += 1)
        expect((await redeem(client, unknown)).status).toBe(later === 2 && times === 4 ? 429 : 400)
    }
    // The address's limit: other accounts there have five tries each until it is reached.
    let statuses: number[] = []
    const address = { 'cf-connecting-ip': `10.9.${now % 250}.7` }
    for (let account = 0; account < 5; account += 1) {
      const other = await signInAs(await makeUser())
      for (let times = 0; times < 5; times += 1) {
        const json = { code: unknown }
        const response = await other.request('POST', '/api/premium/gift-codes', { json, headers: address })
        statuses = [...statuses, response.status]
      }
    }
    expect(statuses).toEqual([...Array(20).fill(400), ...Array(5).fill(429)])
  })

  it('G8: isn’t redeemed by a visitor, from another site, by who made it, or by who is banned or leaving', async () => {
    const { codes, batch } = await makeGiftCodes(admin)
    expect((await redeem(admin, codes[0])).status).toBe(403)
    const member = await buyer()
    const foreign = { json: { code: codes[0] }, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await member.request('POST', '/api/premium/gift-codes', foreign)).status).toBe(403)
    expect((await redeem(new TestClient(), codes[0])).status).toBe(401)
    // The code is refused from the moment of the change, although the session was read before.
    const ctx = await userContext()
    const code = codes[0]?.replaceAll('-', '') ?? ''
    const account = eq(users.id, ctx.actor.id)
    for (const change of [{ banReason: 'Spam' }, { deleteAt: ctx.now + day }]) {
      await db.update(users).set(change).where(account)
      await expect(redeemGiftCode(ctx, { code })).rejects.toMatchObject({ code: 'conflict' })
      await db.update(users).set({ banReason: null, deleteAt: null }).where(account)
    }
    expect(await redeemedOf(batch.id)).toEqual([])
    expect((await redeemGiftCode(ctx, { code })).days).toBe(30)
  })

  it('G9: and its batch need the role until the last statement', async () => {
    const ctx = await userContext()
    const stale = { ...ctx, actor: { ...ctx.actor, staff: 'administrator' as const } }
    const name = `Batch ${randomLetters(10)}`
    await expect(makeBatch(stale, input(name))).rejects.toMatchObject({ code: 'conflict' })
    expect(await db.select().from(giftCodeBatches).where(eq(giftCodeBatches.name, name))).toEqual([])
    const { batch } = await makeGiftCodes(admin)
    await expect(revokeGiftCodes(stale, batch.id, 'Why not.')).rejects.toMatchObject({ code: 'conflict' })
    expect((await admin.json<GiftCodeBatch[]>('GET', '/api/admin/gift-codes'))[0]?.revokedAt).toBeNull()
  })

  it('G10: isn’t redeemed once its batch is revoked or expired, though it was read before', async () => {
    const at = Date.now()
    const member = await makeUser()
    for (const change of ['revoked', 'expired'] as const) {
      const { batch } = await makeGiftCodes(admin, { lastDay: tomorrow() })
      const [code] = await db.select().from(giftCodes).where(eq(giftCodes.batchId, batch.id))
      if (change === 'revoked') await revoke(batch.id)
      const now = change === 'revoked' ? at : Date.parse(batch.expiresAt ?? '')
      await markRedeemed(db, code?.hash ?? '', member.id, now)
      expect(await redeemedOf(batch.id)).toEqual([])
    }
  })
})

describe('the database', () => {
  it('G11: refuses a grant without a code that the account redeems now, whatever is written beside it', async () => {
    const [member, stranger] = [await makeUser(), await makeUser()]
    const at = Date.now()
    const batch = { id: randomId(), name: randomId(), note: '', days: 30, codes: 9, madeBy: admin.userId, at }
    const bare = { ...batch, id: randomId(), name: randomId() }
    await db.insert(giftCodeBatches).values([batch, bare])
    const hashes = Array.from({ length: 6 }, () => randomId())
    await db.insert(giftCodes).values(hashes.map((hash) => ({ hash, batchId: batch.id })))
    const [hash = '', unused = '', early = ''] = hashes
    const mark = (which: string, redeemedBy: number, redeemedAt = at) =>
      db.update(giftCodes).set({ redeemedBy, redeemedAt }).where(eq(giftCodes.hash, which))
    await mark(hash, member.id)
    const event = { userId: member.id, seq: 1, hash, days: 30, at }
    const grant = (change: Partial<typeof event> = {}) =>
      db.insert(giftCodeEvents).values({ ...event, ...change })
    const without = 'a grant needs a gift code that the account redeems'
    const refusesGrant = async (change: Partial<typeof event> = {}, why = without) =>
      expect(await thrownBy(grant(change))).toContain(why)
    // Who made the batch isn't recorded, or another account is recorded.
    await refusesGrant()
    const entry = { at, subject: 'gift-codes', subjectId: batch.id, requestId: 'test' }
    await db.insert(auditLog).values([
      { ...entry, actorId: stranger.id, action: 'gift-codes.make' },
      { ...entry, actorId: admin.userId, action: 'gift-codes.revoke' },
    ])
    await refusesGrant()
    await db.insert(auditLog).values({ ...entry, actorId: admin.userId, action: 'gift-codes.make' })
    // A code added later.
    const noMore = 'a batch gets no more gift codes'
    const added = db.insert(giftCodes).values({ hash: randomId(), batchId: batch.id })
    expect(await thrownBy(added)).toContain(noMore)
    const redeemed = { hash: randomId(), batchId: bare.id, redeemedBy: member.id, redeemedAt: at }
    expect(await thrownBy(db.insert(giftCodes).values(redeemed))).toContain(noMore)
    await refusesGrant({ hash: unused })
    await refusesGrant({ days: 31 })
    await refusesGrant({ at: at + 1 })
    await refusesGrant({ userId: stranger.id })
    // Redeemed by the account that made it.
    await mark(early, admin.userId)
    await refusesGrant({ userId: admin.userId, hash: early })
    await grant()
    await refusesGrant({ seq: 2 }, 'UNIQUE')
    // There is one sequence for events of all kinds.
    const other = { userId: member.id, seq: 1, days: 30, at }
    expect(await thrownBy(db.insert(giftEvents).values({ ...other, kind: 'revoke', giftId: 'x' }))).toContain(
      'another event came first',
    )
    expect(
      await thrownBy(
        db.insert(entitlementEvents).values({ ...other, kind: 'hold', paymentId: 'x', cause: 'y' }),
      ),
    ).toContain('another event came first')
    const [given, paying] = [await buyer(), await buyer()]
    const gift = { days: 5, reason: 'For the outage.' }
    await admin.request('POST', `/api/admin/users/${given.userId}/gifts`, { json: gift })
    await buyWithWallet(world, paying)
    for (const [index, { userId }] of [given, paying].entries()) {
      await mark(hashes[3 + index] ?? '', userId)
      await refusesGrant({ userId, hash: hashes[3 + index] ?? '' }, 'another event came first')
    }
    // Later changes are refused.
    const row = eq(giftCodeEvents.hash, hash)
    const grown = 'entitlement events only grow'
    expect(await thrownBy(db.update(giftCodeEvents).set({ days: 300 }).where(row))).toContain(grown)
    expect(await thrownBy(db.delete(giftCodeEvents).where(row))).toContain(grown)
    for (const redeemedAt of [at + 5, null])
      expect(
        await thrownBy(db.update(giftCodes).set({ redeemedAt }).where(eq(giftCodes.hash, hash))),
      ).toContain('a gift code is redeemed once')
    expect(await thrownBy(db.delete(giftCodes).where(eq(giftCodes.hash, hash)))).toContain('gift codes stay')
    const same = eq(giftCodeBatches.id, batch.id)
    for (const change of [{ days: 300 }, { codes: 2 }, { madeBy: stranger.id }, { expiresAt: at }])
      expect(await thrownBy(db.update(giftCodeBatches).set(change).where(same))).toContain('keeps its terms')
    // A code of a revoked batch, and one of an expired batch.
    await mark(unused, stranger.id)
    await db.update(giftCodeBatches).set({ revokedAt: at }).where(same)
    await refusesGrant({ userId: stranger.id, hash: unused })
    expect(await thrownBy(db.update(giftCodeBatches).set({ revokedAt: null }).where(same))).toContain(
      'stays revoked',
    )
    const over = { ...batch, id: randomId(), name: randomId(), expiresAt: at }
    await db.insert(giftCodeBatches).values(over)
    const expired = randomId()
    await db.insert(giftCodes).values({ hash: expired, batchId: over.id })
    await db
      .insert(auditLog)
      .values({ ...entry, subjectId: over.id, actorId: admin.userId, action: 'gift-codes.make' })
    await mark(expired, stranger.id)
    await refusesGrant({ userId: stranger.id, hash: expired })
    await grant({ userId: stranger.id, hash: expired, at: at - 1 }).catch(() => undefined)
    expect(await eventsOfCodes(stranger.id)).toEqual([])
  })
})

const tomorrow = () => new Date(Date.now() + day).toISOString().slice(0, 10)

async function thrownBy(statement: PromiseLike<unknown>): Promise<string> {
  try {
    await statement
  } catch (error) {
    const causes: string[] = []
    for (let each = error; each instanceof Error; each = each.cause) causes.push(each.message)
    return causes.join(' ')
  }
  return 'nothing'
}
