import { env } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentStatus } from '#contract/values/payments/payments'
import type { Plan } from '#contract/values/payments/prices'
import type { PaymentRow } from '#db/queries/payments/payments'
import {
  entitlementEvents,
  ledger,
  mailOutbox,
  paymentAlerts,
  payments,
  payOrders,
  revocations,
  sessions,
  subscriptions,
} from '#db/schema'
import { verifiedPayment } from '#worker/integrations/payments/provider'
import type { ServiceContext } from '#worker/services/context'
import { raiseAlert } from '#worker/services/payments/alerts'
import { recordEvent } from '#worker/services/payments/entitlements/events'
import { grantPayment } from '#worker/services/payments/entitlements/grant'
import { refold } from '#worker/services/payments/entitlements/refold'
import { keepPayment } from '#worker/services/payments/settlement/keep'
import { randomId } from '#worker/storage/keys'
import { jobContext, later } from '../../support/context'
import { day, makeUser, signInAs, testDb } from '../../support/factories'
import { withoutQueues } from '../../support/videos/imports'

const db = testDb()
let ctx: ServiceContext

beforeEach(async () => {
  ctx = withoutQueues(await jobContext()).ctx
})

/** Returns a payment as an adapter reads it, without an order unless one is given. */
function shown(
  change: { id?: string; orderId?: string; status?: PaymentStatus; refundedMinor?: number } = {},
) {
  const { id = randomId(), orderId = null, status = 'captured', refundedMinor = 0 } = change
  return verifiedPayment({
    provider: 'razorpay',
    providerPaymentId: id,
    providerOrderId: null,
    orderId,
    method: 'upi',
    currency: 'INR',
    amountMinor: 99900,
    amountAtomic: null,
    refundedMinor,
    refunds: refundedMinor > 0 ? [{ id: `rfnd_${id}`, amountMinor: refundedMinor, at: ctx.now }] : [],
    status,
    bank: null,
    createdAt: ctx.now - 1000,
    references: [{ kind: 'rrn', ref: id.toUpperCase() }],
    verifiedBy: 'provider_api',
  })
}

async function kept(): Promise<PaymentRow> {
  return keepPayment(ctx, shown())
}

function grant(payment: PaymentRow, userId: number, plan: Plan = 'monthly', at = ctx) {
  return grantPayment(at, { payment, userId, plan, cause: 'settle' })
}

async function premiumUntil(userId: number): Promise<number | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row?.premiumUntil
}

async function tally(answers: Promise<string>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const answer of await Promise.all(answers)) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

describe('a grant', () => {
  it('writes event, term, owner and receipt in one go', async () => {
    const { id, username } = await makeUser()
    const payment = await kept()
    expect(await grant(payment, id)).toBe('granted')
    expect(await premiumUntil(id)).toBe(ctx.now + 30 * day)
    const [row] = await db.select().from(payments).where(eq(payments.id, payment.id))
    expect(row).toMatchObject({ userId: id, plan: 'monthly', status: 'captured' })
    expect(await db.select().from(ledger).where(eq(ledger.paymentId, payment.id))).toMatchObject([
      { kind: 'charge', amountMinor: 99900, currency: 'INR' },
    ])
    const [mail] = await db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.dedupeKey, `receipt:${payment.id}`))
    expect(mail?.recipient).toBe(`${username}@example.com`)
  })

  it('is for the days that were ordered, however many the plan has now', async () => {
    const { id: userId } = await makeUser()
    const orderId = randomId()
    const terms = {
      plan: 'monthly',
      currency: 'INR',
      amountMinor: 99900,
      periodDays: 45,
      termsVersion: 1,
    } as const
    const at = { consentAt: ctx.now, createdAt: ctx.now, expiresAt: ctx.now + day }
    await db.insert(payOrders).values({ id: orderId, userId, provider: 'razorpay', ...terms, ...at })
    await grant(await keepPayment(ctx, shown({ orderId })), userId)
    expect(await premiumUntil(userId)).toBe(ctx.now + 45 * day)
  })

  it('is one, however many ask at once', async () => {
    const { id } = await makeUser()
    const payment = await kept()
    expect(await tally(times(8, () => grant(payment, id)))).toEqual({ granted: 1, already: 7 })
    expect(await premiumUntil(id)).toBe(ctx.now + 30 * day)
  })

  it('of two payments at once is two terms, one behind the other', async () => {
    const { id } = await makeUser()
    const [one, two] = [await kept(), await kept()]
    expect(await tally([grant(one, id), grant(two, id, 'yearly')])).toEqual({ granted: 2 })
    expect(await premiumUntil(id)).toBe(ctx.now + 395 * day)
  })

  it('of a payment that nobody owns yet goes to one of those who race for it', async () => {
    const users = await Promise.all(times(4, () => makeUser()))
    const payment = await kept()
    expect(await tally(users.map(({ id }) => grant(payment, id)))).toEqual({ granted: 1, refused: 3 })
    const terms = await Promise.all(users.map(({ id }) => premiumUntil(id)))
    expect(terms.filter((until) => until !== undefined)).toEqual([ctx.now + 30 * day])
  })

  it('never goes to another account, nor to one that is gone', async () => {
    const [owner, other] = [await makeUser(), await makeUser()]
    const payment = await kept()
    expect(await grant(payment, 987_654_321)).toBe('refused')
    expect(await grant(payment, owner.id)).toBe('granted')
    expect(await grant(payment, other.id)).toBe('refused')
    expect(await premiumUntil(other.id)).toBeUndefined()
  })

  it.each(['pending', 'failed', 'authorized', 'refunded', 'reversed'] as const)(
    'is refused for a payment that is %s',
    async (status) => {
      const { id } = await makeUser()
      const payment = await keepPayment(ctx, shown({ status }))
      expect(await grant({ ...payment, status: 'captured' }, id)).toBe('refused')
      expect(await premiumUntil(id)).toBeUndefined()
    },
  )

  it('83: a D1 error mid-batch leaves nothing', async () => {
    const { id } = await makeUser()
    const payment = await kept()
    const broken = db.insert(payOrders).values({
      id: randomId(),
      userId: id,
      provider: 'razorpay',
      plan: 'monthly',
      currency: 'INR',
      // The table refuses this.
      amountMinor: -1,
      periodDays: 30,
      termsVersion: 1,
      consentAt: 0,
      createdAt: 0,
      expiresAt: 0,
    })
    const failing = grantPayment(ctx, {
      payment,
      userId: id,
      plan: 'monthly',
      cause: 'settle',
      also: [broken],
    })
    await expect(failing).rejects.toThrow()
    expect(await premiumUntil(id)).toBeUndefined()
    expect(await db.select().from(entitlementEvents).where(eq(entitlementEvents.userId, id))).toEqual([])
    const [row] = await db.select().from(payments).where(eq(payments.id, payment.id))
    expect(row?.userId).toBeNull()
    expect(
      await db
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.dedupeKey, `receipt:${payment.id}`)),
    ).toEqual([])
    expect(await grant(payment, id)).toBe('granted')
  })

  it('84: a grant that is written past the code, for a payment that is not captured, aborts', async () => {
    const { id } = await makeUser()
    const insert = (paymentId: string) =>
      env.DB.prepare(
        `insert into entitlement_events (user_id, seq, kind, payment_id, cause, days, at) values (?, 1, 'grant', ?, 'settle', 30, 0)`,
      )
        .bind(id, paymentId)
        .run()
    for (const status of ['pending', 'failed', 'authorized', 'refunded', 'reversed'] as const) {
      const payment = await keepPayment(ctx, shown({ status }))
      await env.DB.prepare('update payments set user_id = ? where id = ?').bind(id, payment.id).run()
      await expect(insert(payment.id)).rejects.toThrow('a grant needs a verified, captured payment')
    }
    // One is captured but belongs to someone else; one is captured but unverified.
    const ownerless = await kept()
    await expect(insert(ownerless.id)).rejects.toThrow('a grant needs a verified, captured payment')
    await env.DB.prepare('update payments set user_id = ?, verified_by = null where id = ?')
      .bind(id, ownerless.id)
      .run()
    await expect(insert(ownerless.id)).rejects.toThrow('a grant needs a verified, captured payment')
    expect(await db.select().from(entitlementEvents).where(eq(entitlementEvents.userId, id))).toEqual([])
  })

  it('takes a cancellation back, since a new term was bought', async () => {
    const { id } = await makeUser()
    await grant(await kept(), id)
    await db.update(subscriptions).set({ cancelled: true }).where(eq(subscriptions.userId, id))
    await grant(await kept(), id)
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, id))
    expect(row).toMatchObject({ cancelled: false, premiumUntil: ctx.now + 60 * day })
  })
})

describe('money that goes back', () => {
  it('ends the term, and is told once', async () => {
    const { id } = await makeUser()
    const paymentId = randomId()
    const payment = await keepPayment(ctx, shown({ id: paymentId }))
    await grant(payment, id)
    const refunded = { id: paymentId, status: 'refunded', refundedMinor: 99900 } as const
    await Promise.all(times(4, () => keepPayment(ctx, shown(refunded))))
    expect(await premiumUntil(id)).toBe(0)
    const events = await db.select().from(entitlementEvents).where(eq(entitlementEvents.userId, id))
    expect(events.map(({ kind, cause }) => [kind, cause])).toEqual([
      ['grant', 'settle'],
      ['revoke', 'refund'],
    ])
    const rows = await db.select().from(ledger).where(eq(ledger.paymentId, payment.id))
    expect(rows.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['charge', 99900],
      ['refund', -99900],
    ])
    // A late capture event changes nothing.
    expect((await keepPayment(ctx, shown({ id: paymentId }))).status).toBe('refunded')
    expect(await grant(payment, id)).toBe('already')
    expect(await premiumUntil(id)).toBe(0)
  })

  it('ends what the tokens say for media, and nobody is signed out', async () => {
    const user = await makeUser()
    const client = await signInAs(user)
    const payment = await kept()
    await grant(payment, user.id)
    await client.get('/api/auth/me')
    const before = client.cookie('__Host-session')
    await recordEvent(ctx, { payment, kind: 'revoke', cause: 'refund' })
    const [row] = await db
      .select()
      .from(revocations)
      .where(and(eq(revocations.kind, 'user'), eq(revocations.target, String(user.id))))
    expect(row?.below).toBe(1)
    expect(await client.json('GET', '/api/auth/me')).toMatchObject({ isPremium: false })
    expect(client.cookie('__Host-session')).not.toBe(before)
    expect(await db.select().from(sessions).where(eq(sessions.userId, user.id))).toMatchObject([
      { tokenVersion: 1 },
    ])
  })

  it('leaves tokens alone where the term stays as long', async () => {
    const user = await makeUser()
    const payment = await kept()
    await grant(payment, user.id)
    const past = later(ctx, 31 * day)
    expect(await recordEvent(past, { payment, kind: 'revoke', cause: 'refund' })).toBe('recorded')
    expect(await recordEvent(past, { payment, kind: 'revoke', cause: 'refund' })).toBe('already')
    expect(
      await db
        .select()
        .from(revocations)
        .where(eq(revocations.target, String(user.id))),
    ).toEqual([])
  })

  it('of a payment that granted nothing is no event', async () => {
    expect(await recordEvent(ctx, { payment: await kept(), kind: 'hold', cause: 'x' })).toBe('nothing')
  })
})

describe('the daily sum', () => {
  /** Runs the slices of a whole day. */
  async function aWholeDay(from: ServiceContext): Promise<void> {
    for (let slice = 0; slice < 144; slice += 1) await refold(later(from, slice * 10 * 60_000))
  }

  it('takes away what no event explains, and says so', async () => {
    const [bought, invented] = [await makeUser(), await makeUser()]
    const row = { userId: invented.id, premiumUntil: ctx.now + 99 * day, updatedAt: ctx.now }
    await db.insert(subscriptions).values(row)
    await grant(await kept(), bought.id)
    await aWholeDay(ctx)
    expect(await premiumUntil(bought.id)).toBe(ctx.now + 30 * day)
    expect(await premiumUntil(invented.id)).toBe(0)
    const alerts = await db.select().from(paymentAlerts).where(eq(paymentAlerts.kind, 'refold'))
    expect(alerts.map(({ text }) => text).join()).toContain(`account ${invented.id} `)
  }, 60_000)

  it('puts back what a row lost', async () => {
    const { id } = await makeUser()
    await grant(await kept(), id)
    await db.update(subscriptions).set({ premiumUntil: 5 }).where(eq(subscriptions.userId, id))
    await aWholeDay(ctx)
    expect(await premiumUntil(id)).toBe(ctx.now + 30 * day)
  }, 60_000)
})

it('an alert is raised once', async () => {
  const alert = { dedupeKey: randomId(), kind: 'review', text: 'Look at this.' } as const
  await db.batch([raiseAlert(ctx, alert), raiseAlert(ctx, alert)])
  expect(
    await db.select().from(paymentAlerts).where(eq(paymentAlerts.dedupeKey, alert.dedupeKey)),
  ).toHaveLength(1)
})
