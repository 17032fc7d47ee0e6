import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '#db/queries/payments/orders'
import { paymentAlerts } from '#db/schema'
import { type VerifiedPayment, verifiedPayment } from '#worker/integrations/payments/provider'
import { recordEvent } from '#worker/services/payments/entitlements/events'
import { settleOrder, settlePayment } from '#worker/services/payments/settlement/settle'
import { jobContext, later } from '../../support/context'
import { day, testDb } from '../../support/factories'
import { orderRow, paymentRow } from '../../support/payments/payment-state'
import {
  type Buyer,
  buyer,
  expectNothingGranted,
  grants,
  openCheckout,
  paymentsWorld,
  subscribe,
} from '../../support/payments/payments'

// How settling treats a provider's record. Adapters check the money, too; these tests are for one that
// forgets to.

const world = paymentsWorld()

async function ordered(client?: Buyer) {
  const who = client ?? (await buyer())
  return { client: who, order: await orderRow(await subscribe(who)), ctx: await jobContext() }
}

/** Returns a payment that matches the order exactly, except for `change`. */
function shown(order: OrderRow, change: Partial<VerifiedPayment> = {}): VerifiedPayment {
  return verifiedPayment({
    provider: order.provider,
    providerPaymentId: `CAPTURE-${order.id}`,
    providerOrderId: order.providerOrderId,
    orderId: order.id,
    method: 'wallet',
    currency: order.currency,
    amountMinor: order.amountMinor,
    amountAtomic: null,
    refundedMinor: 0,
    refunds: [],
    status: 'captured',
    bank: null,
    createdAt: order.createdAt,
    references: [],
    verifiedBy: 'provider_api',
    ...change,
  })
}

function alertsOf(order: OrderRow) {
  return testDb()
    .select({ kind: paymentAlerts.kind, text: paymentAlerts.text, paymentId: paymentAlerts.paymentId })
    .from(paymentAlerts)
    .where(eq(paymentAlerts.orderId, order.id))
}

const again = (order: OrderRow) => orderRow(order.providerOrderId ?? '')

describe('money', () => {
  it.each([
    ['of another sum', { amountMinor: 1 }, 'It is about 1 USD in minor units.'],
    ['in another currency', { currency: 'EUR' }, 'It is about 1499 EUR in minor units.'],
    ['that names another order', { orderId: 'another' }, 'It names another order.'],
    ['of another order there', { providerOrderId: 'ANOTHER' }, 'It belongs to another order.'],
  ])('%s grants nothing, and staff decide', async (_, change, finding) => {
    const { client, order, ctx } = await ordered()
    const answer = await settlePayment(ctx, shown(order, change), order)
    expect(answer).toMatchObject({ success: false, code: 'mismatch' })
    expect(await again(order)).toMatchObject({ status: 'review', nextCheckAt: null, lastError: finding })
    expect(await alertsOf(order)).toEqual([
      {
        kind: 'review',
        text: `The provider's order differs from ours. ${finding} Money was taken, but no premium was granted.`,
        paymentId: (await paymentRow(`CAPTURE-${order.id}`))?.id,
      },
    ])
    await expectNothingGranted(client)
  })

  it('that names no order counts for the one that its provider keeps it under', async () => {
    const { client, order, ctx } = await ordered()
    expect(await settlePayment(ctx, shown(order, { orderId: null }), order)).toMatchObject({ success: true })
    expect(await grants(client.userId)).toHaveLength(1)
    expect(await again(order)).toMatchObject({ status: 'paid', nextCheckAt: null })
  })

  it('of which a part went back counts all the same', async () => {
    const { client, order, ctx } = await ordered()
    const payment = shown(order, { status: 'partially_refunded', refundedMinor: 100 })
    expect(await settlePayment(ctx, payment, order)).toMatchObject({ success: true })
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it.each(['refunded', 'reversed'] as const)('that was %s activates nothing', async (status) => {
    const { client, order, ctx } = await ordered()
    const payment = shown(order, { status, refundedMinor: order.amountMinor })
    expect(await settlePayment(ctx, payment, order)).toEqual({
      success: false,
      code: 'mismatch',
      message: "This payment was refunded, so there's nothing to activate.",
    })
    expect((await alertsOf(order)).map(({ kind }) => kind)).not.toContain('ungranted')
    await expectNothingGranted(client)
  })

  it.each([
    ['failed', 'declined', 'awaiting_payment'],
    ['pending', 'pending', 'capturing'],
    ['authorized', 'pending', 'capturing'],
  ] as const)('that is %s is answered as %s', async (status, code, orderStatus) => {
    const { client, order, ctx } = await ordered()
    expect(await settlePayment(ctx, shown(order, { status }), order)).toMatchObject({ success: false, code })
    expect(await again(order)).toMatchObject({ status: orderStatus, nextCheckAt: order.nextCheckAt })
    await expectNothingGranted(client)
  })

  it('that is on its way when its order expires is waited for', async () => {
    const { order, ctx } = await ordered()
    const then = { ...ctx, now: order.expiresAt }
    const answer = await settlePayment(then, shown(order, { status: 'pending' }), order)
    expect(answer).toMatchObject({ code: 'pending' })
    expect(await again(order)).toMatchObject({ status: 'capturing', nextCheckAt: order.nextCheckAt })
  })

  it('of another order is no payment of this one', async () => {
    const { client, order: theirs } = await ordered()
    const { order, ctx } = await ordered(client)
    const payment = shown(theirs, { orderId: null })
    const answer = await settlePayment(ctx, payment, { ...order, providerOrderId: null })
    expect(answer).toMatchObject({ success: false, code: 'mismatch' })
    expect(await again(order)).toMatchObject({ status: 'review', nextCheckAt: null })
    expect(await alertsOf(order)).toMatchObject([
      { kind: 'ungranted', text: expect.stringContaining('it belongs to another order or account.') },
    ])
    await expectNothingGranted(client)
  })

  it('that was reversed before its term began, and is there again, is for staff to refund', async () => {
    const { client, order, ctx } = await ordered()
    await settlePayment(ctx, shown(order, { status: 'reversed' }), order)
    for (let times = 0; times < 2; times += 1) {
      expect(await settlePayment(ctx, shown(order), order)).toMatchObject({ code: 'mismatch' })
    }
    expect(await alertsOf(order)).toMatchObject([
      { kind: 'ungranted', text: expect.stringContaining('It can no longer be granted: refund it.') },
    ])
    await expectNothingGranted(client)
  })

  it('that was reversed after its term began, and is there again, needs nobody', async () => {
    const { order, ctx } = await ordered()
    await settlePayment(ctx, shown(order), order)
    await settlePayment(ctx, shown(order, { status: 'reversed' }), order)
    await settlePayment(later(ctx, day), shown(order), order)
    expect(await alertsOf(order)).toEqual([])
  })
})

describe('a payment that was granted before', () => {
  it('is a success while its term runs, and not after', async () => {
    const { client, order, ctx } = await ordered()
    const settle = (at: typeof ctx) => settlePayment(at, shown(order), order)
    expect(await settle(ctx)).toMatchObject({ success: true })
    expect(await settle(later(ctx, 30 * day - 1))).toMatchObject({ success: true })
    expect(await settle(later(ctx, 30 * day))).toMatchObject({
      code: 'mismatch',
      message: 'The term of this payment has ended.',
    })
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('is none while it is on hold, whatever else runs', async () => {
    const { client, order, ctx } = await ordered()
    const { order: other } = await ordered(client)
    await settlePayment(ctx, shown(order), order)
    await settlePayment(ctx, shown(other), other)
    const payment = await paymentRow(`CAPTURE-${order.id}`)
    if (!payment) throw new Error('No payment')
    await recordEvent(ctx, { payment, kind: 'hold', cause: 'test' })
    expect(await settlePayment(ctx, shown(order), order)).toMatchObject({ code: 'mismatch' })
    expect(await settlePayment(ctx, shown(other), other)).toMatchObject({ success: true })
  })
})

describe('an order', () => {
  it('that its provider has ended is over', async () => {
    const { order, ctx } = await ordered()
    world.sandbox.paypal.expire(order.providerOrderId ?? '')
    expect(await settleOrder(ctx, order)).toMatchObject({ success: false, code: 'expired' })
    const found = await again(order)
    expect(found).toMatchObject({ status: 'expired', nextCheckAt: null })
    expect(found.lastError).not.toBeNull()
  })

  it('of a method that is off is refused, and stays', async () => {
    const { order, ctx } = await ordered()
    expect(await settleOrder(ctx, { ...order, provider: 'bank' })).toMatchObject({ code: 'unavailable' })
    expect(await again(order)).toEqual(order)
  })

  it('that nobody has paid waits to its last millisecond', async () => {
    const { order, ctx } = await ordered()
    expect(await settleOrder({ ...ctx, now: order.expiresAt - 1 }, order)).toMatchObject({ code: 'pending' })
    expect(await again(order)).toMatchObject({ status: order.status, nextCheckAt: order.nextCheckAt })
    expect(await settleOrder({ ...ctx, now: order.expiresAt }, order)).toMatchObject({ code: 'expired' })
    expect(await again(order)).toMatchObject({ status: 'expired', nextCheckAt: null, lastError: null })
  })

  it.each([
    ['while it is open', -1, 'awaiting_payment'],
    ['when it is over', 0, 'expired'],
  ] as const)('that is declined %s may be paid again or not', async (_, ms, status) => {
    const { order, ctx } = await ordered()
    const id = order.providerOrderId ?? ''
    world.sandbox.paypal.nextCapture(id, { issue: 'INSTRUMENT_DECLINED' })
    world.sandbox.paypal.approve(id)
    const answer = await settleOrder({ ...ctx, now: order.expiresAt + ms }, order)
    expect(answer).toMatchObject({ success: false, code: 'declined' })
    const nextCheckAt = status === 'expired' ? null : order.nextCheckAt
    const lastError = 'INSTRUMENT_DECLINED'
    expect(await again(order)).toMatchObject({ status, captures: 1, nextCheckAt, lastError })
  })

  it('is not ended by a proof that its provider never gave', async () => {
    const order = await orderRow(await openCheckout(await buyer()))
    const proof = { paymentId: 'pay_made_up', signature: '0'.repeat(64) }
    expect(await settleOrder(await jobContext(), order, proof)).toEqual({
      success: false,
      code: 'mismatch',
      message:
        "We couldn't match this confirmation to your order. If you've paid, premium starts automatically.",
    })
    expect(await again(order)).toEqual(order)
    expect(await alertsOf(order)).toEqual([])
  })
})
