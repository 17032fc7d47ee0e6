import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { periodDays, plans } from '#contract/values/payments/prices'
import { mailOutbox, users } from '#db/schema'
import {
  receiptMail,
  refundMail,
  reminderMail,
  tellOfClaim,
} from '#worker/services/payments/payment-mail/index'
import { remindOfEndingTerms } from '#worker/services/payments/subscription/index'
import { randomId } from '#worker/storage/keys'
import { jobContext, later, userContext } from '../../support/context'
import { emptySite } from '../../support/empty-site'
import { day, makeTerm, makeUser, testDb } from '../../support/factories'
import { emptyShelf, fillShelf } from '../../support/payments/shelf'

async function outbox(keyStart: string) {
  return testDb()
    .select({ to: mailOutbox.recipient, subject: mailOutbox.subject, body: mailOutbox.body })
    .from(mailOutbox)
    .where(like(mailOutbox.dedupeKey, `${keyStart}%`))
}

beforeEach(emptySite)

const recipient = 'ada@example.com'
const until = Date.UTC(2030, 0, 31)
const paid = { amountText: '$14.99', methodText: 'PayPal' }

describe('mails about payments', () => {
  it('tell in no subject what kind of site it is, nor its name', async () => {
    const ctx = await jobContext()
    const id = randomId()
    const named = { recipient, username: 'ada' }
    await ctx.db.batch([
      receiptMail(ctx, { ...named, paymentId: id, plan: 'monthly', ...paid, until }),
      refundMail(ctx, { ...named, paymentId: id, refundedMinor: 1, amountText: '$0.01', full: false }),
      refundMail(ctx, { ...named, paymentId: id, refundedMinor: 2, amountText: '$0.02', full: true }),
      ...tellOfClaim(ctx, { userId: 0, recipient, claimId: id, granted: true, note: null }),
      ...tellOfClaim(ctx, { userId: 0, recipient, claimId: id, granted: false, note: 'Not found.' }),
      reminderMail(ctx, { ...named, userId: (await makeUser()).id, plan: 'yearly', until, sells: true }),
    ])
    const subjects = (await testDb().select().from(mailOutbox)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(6)
    const telling = new RegExp(`adult|18|porn|sex|premium|video|watch|${ctx.settings.siteName}`, 'i')
    for (const subject of subjects) expect(subject).not.toMatch(telling)
  })

  it.each(plans)('sends one receipt of a %s term, with price, end and how to cancel', async (plan) => {
    const ctx = await jobContext(Date.UTC(2030, 0, 1))
    const paymentId = randomId()
    const receipt = { recipient, username: 'ada', paymentId, plan, ...paid, until }
    await ctx.db.batch([receiptMail(ctx, receipt), receiptMail(ctx, receipt)])
    const mails = await outbox(`receipt:${paymentId}`)
    expect(mails).toHaveLength(1)
    for (const text of [
      `Membership, ${periodDays[plan]} days`,
      '$14.99',
      'Paid by: PayPal',
      paymentId,
      'January 31, 2030',
      'To turn off the reminder',
      `${ctx.config.siteOrigin}/account?tab=subscription`,
    ])
      expect(mails[0]?.body).toContain(text)
  })

  it('sends one mail for each sum that went back, and says whether the term ended', async () => {
    const ctx = await jobContext()
    const refund = { recipient, username: 'ada', paymentId: randomId(), amountText: '$5', full: false }
    await refundMail(ctx, { ...refund, refundedMinor: 500 })
    await refundMail(ctx, { ...refund, refundedMinor: 500 })
    await refundMail(ctx, { ...refund, refundedMinor: 1499, amountText: '$14.99', full: true })
    const bodies = (await outbox(`refund:${refund.paymentId}`)).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toContain('continues as before')
    expect(bodies[1]).toContain('has ended')
  })

  it('tells a member what an administrator wrote about a claim', async () => {
    const ctx = await jobContext()
    const claimId = randomId()
    const note = 'The bank knows no such transfer.'
    await ctx.db.batch(tellOfClaim(ctx, { userId: 0, recipient, claimId, granted: false, note }))
    const [mail] = await outbox(`claim:${claimId}`)
    expect(mail?.body).toContain(note)
  })
})

describe('reminders', () => {
  const mailsTo = async (userId: number) => (await outbox(`term-ends:${userId}:`)).length

  it.each([
    ['monthly', 3],
    ['yearly', 10],
  ] as const)('of a %s term go out %i days before its end, once', async (plan, days) => {
    const ctx = await userContext()
    const { id } = ctx.actor
    const end = ctx.now + 100 * day
    await makeTerm(id, end, plan)
    await remindOfEndingTerms(later(ctx, (100 - days) * day - 1))
    expect(await mailsTo(id)).toBe(0)
    await Promise.all([
      remindOfEndingTerms(later(ctx, (100 - days) * day)),
      remindOfEndingTerms(later(ctx, (100 - days) * day)),
    ])
    expect(await mailsTo(id)).toBe(1)
    await remindOfEndingTerms(later(ctx, 100 * day - 1))
    expect(await mailsTo(id)).toBe(1)
  })

  it('are made up for after an outage, and not after the end', async () => {
    const ctx = await userContext()
    const { id: other } = await makeUser()
    await makeTerm(ctx.actor.id, ctx.now + day)
    await makeTerm(other, ctx.now)
    await remindOfEndingTerms(ctx)
    expect([await mailsTo(ctx.actor.id), await mailsTo(other)]).toEqual([1, 0])
  })

  it('ask nobody to buy another term while none is sold', async () => {
    const ctx = await userContext()
    const { id: later } = await makeUser()
    const textTo = async (userId: number) => (await outbox(`term-ends:${userId}:`))[0]?.body
    await emptyShelf()
    await makeTerm(ctx.actor.id, ctx.now + day)
    await remindOfEndingTerms(ctx)
    await fillShelf()
    await makeTerm(later, ctx.now + day)
    await remindOfEndingTerms(ctx)
    expect(await textTo(ctx.actor.id)).not.toContain('buy another term')
    expect(await textTo(later)).toContain('buy another term')
  })

  it('do not go to whoever is banned, until the ban has run out', async () => {
    const ctx = await userContext()
    const { id } = ctx.actor
    await makeTerm(id, ctx.now + 2 * day)
    const ban = (banUntil: number | null) =>
      testDb().update(users).set({ banReason: 'spam', banUntil }).where(eq(users.id, id))
    for (const banUntil of [null, ctx.now + 1]) {
      await ban(banUntil)
      await remindOfEndingTerms(ctx)
      expect(await mailsTo(id)).toBe(0)
    }
    await ban(ctx.now)
    await remindOfEndingTerms(ctx)
    expect(await mailsTo(id)).toBe(1)
  })

  it('reach everybody, however many end together, and each once', async () => {
    const ctx = later(await jobContext(), 1000 * day)
    const ids: number[] = []
    for (let made = 0; made < 120; made += 1) {
      const { id } = await makeUser()
      await makeTerm(id, ctx.now + day)
      ids.push(id)
    }
    expect(await remindOfEndingTerms(ctx)).toBe(120)
    expect(await remindOfEndingTerms(ctx)).toBe(0)
    expect(await Promise.all(ids.map(mailsTo))).toEqual(ids.map(() => 1))
  })
})
