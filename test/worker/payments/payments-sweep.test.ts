import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { paymentAlerts, payments, payOrders } from '#db/schema'
import { reconcile } from '#worker/services/payments/settlement/reconcile'
import { randomId } from '#worker/storage/keys'
import { jobContext } from '../../support/context'
import { emptySite } from '../../support/empty-site'
import { testDb } from '../../support/factories'
import { alertsAbout, orderRow, paymentRow, sweepAfter } from '../../support/payments/payment-state'
import {
  buyer,
  buyWithCheckout,
  buyWithWallet,
  entitlementHistory,
  grants,
  isPremium,
  ledgerRows,
  openCheckout,
  paymentsWorld,
  startByBitcoin,
  subscribe,
} from '../../support/payments/payments'
import { fillShelf } from '../../support/payments/shelf'

const db = testDb()
const world = paymentsWorld()
const hour = 3600_000

beforeEach(async () => {
  await emptySite()
  await fillShelf()
})

async function aDayLater(): Promise<void> {
  await reconcile(await jobContext(Date.now() + 24 * hour))
}

async function alertKinds(): Promise<string[]> {
  const rows = await db.select().from(paymentAlerts).orderBy(desc(paymentAlerts.id))
  return rows.map(({ kind }) => kind)
}

describe('the daily comparison', () => {
  it('finds nothing where nothing differs, and asks about no payment by itself', async () => {
    const client = await buyer()
    await buyWithWallet(world, client)
    await buyWithCheckout(world, client)
    const before = await alertKinds()
    world.sandbox.calls.length = 0
    await aDayLater()
    expect(await alertKinds()).toEqual(before)
    const looks = world.sandbox.calls.filter(({ path }) => /\/(captures|payments)\/\w/.test(path))
    expect(looks).toEqual([])
  })

  it('grants captured money that nobody told of, and says so', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const { razorpay_payment_id: paymentId } = await world.sandbox.razorpay.pay(orderId)
    const walletId = await subscribe(client)
    world.sandbox.paypal.approve(walletId)
    const capture = world.sandbox.paypal.captureInBrowser(walletId)
    await aDayLater()
    expect(await grants(client.userId)).toHaveLength(2)
    expect(await isPremium(client)).toBe(true)
    for (const id of [paymentId, capture.id]) {
      expect(await alertsAbout({ paymentId: (await paymentRow(id))?.id ?? '' })).toEqual(['repaired'])
    }
    const before = await alertKinds()
    // One of the providers lists its payments once per hour.
    world.sandbox.clock.travel(hour)
    await aDayLater()
    expect(await alertKinds()).toEqual(before)
  })

  it('ends the term of money that went back unheard, and says so', async () => {
    const [one, two] = [await buyer(), await buyer()]
    const wallet = await buyWithWallet(world, one)
    const checkout = await buyWithCheckout(world, two)
    world.sandbox.paypal.refund(wallet.captureId)
    world.sandbox.razorpay.refund(checkout.paymentId)
    await aDayLater()
    for (const [client, id] of [
      [one, wallet.captureId],
      [two, checkout.paymentId],
    ] as const) {
      expect(await isPremium(client)).toBe(false)
      expect((await entitlementHistory(client.userId)).map(({ kind }) => kind)).toEqual(['grant', 'revoke'])
      const payment = await paymentRow(id)
      expect(await ledgerRows(payment?.id ?? '')).toHaveLength(2)
      expect(await alertsAbout({ paymentId: payment?.id ?? '' })).toEqual(['repaired'])
    }
  })

  it('ends the term of money that was noted as returned by somebody who got no further', async () => {
    const client = await buyer()
    const { captureId } = await buyWithWallet(world, client)
    world.sandbox.paypal.refund(captureId)
    const noted = { status: 'refunded', statusRank: 6, refundedMinor: 1499 } as const
    await db.update(payments).set(noted).where(eq(payments.providerPaymentId, captureId))
    await aDayLater()
    expect(await isPremium(client)).toBe(false)
    expect(await alertsAbout({ paymentId: (await paymentRow(captureId))?.id ?? '' })).toEqual(['repaired'])
  })

  it('points at money that nobody has claimed, and looks at it once', async () => {
    const payment = world.sandbox.razorpay.receive({ amount: 99900 })
    await aDayLater()
    const row = await paymentRow(payment.id)
    expect(row?.userId).toBeNull()
    expect(await alertsAbout({ paymentId: row?.id ?? '' })).toEqual(['ungranted'])
    world.sandbox.calls.length = 0
    await aDayLater()
    expect(world.sandbox.calls.filter(({ path }) => path.includes(payment.id))).toEqual([])
  })

  it('looks at each order and payment where the provider has no list', async () => {
    const [unheard, refunded] = [await buyer(), await buyer()]
    const orderId = await subscribe(unheard)
    world.sandbox.paypal.approve(orderId)
    world.sandbox.paypal.captureInBrowser(orderId)
    const { captureId } = await buyWithWallet(world, refunded)
    world.sandbox.paypal.refund(captureId)
    world.sandbox.fail({ path: '/paypal/v1/reporting', status: 403, times: 9, answer: 'nonsense' })
    await aDayLater()
    expect(await isPremium(refunded)).toBe(false)
    await sweepAfter(24 * 60 + 5)
    expect(await isPremium(unheard)).toBe(true)
  })

  it('keeps nobody waiting who pays while it brings up old orders', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.approve(orderId)
    const row = await orderRow(orderId)
    const old = Array.from({ length: 25 }, () => ({
      ...row,
      id: randomId(),
      providerOrderId: null,
      checks: 9,
      nextCheckAt: row.createdAt,
    }))
    for (const one of old) await db.insert(payOrders).values(one)
    await sweepAfter(5)
    expect(await isPremium(client)).toBe(true)
  })

  it('comes back to orders that were given up', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const failed = world.sandbox.razorpay.fail(orderId)
    await sweepAfter(60)
    expect((await orderRow(orderId)).status).toBe('expired')
    world.sandbox.razorpay.lateAuthorise(failed.id, false)
    await aDayLater()
    await sweepAfter(24 * 60 + 5)
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('tells once of orders that a server does not know, however often it asks about them', async () => {
    for (const client of [await buyer(), await buyer()]) await startByBitcoin(client)
    world.sandbox.state.btcpay.invoices = {}
    const told = async () => {
      const rows = await db.select().from(paymentAlerts)
      return rows.filter(({ dedupeKey }) => dedupeKey.startsWith('gone:')).length
    }
    await sweepAfter(5)
    const toldAtOnce = await told()
    await aDayLater()
    await sweepAfter(24 * 60 + 5)
    expect([toldAtOnce, await told()]).toEqual([1, 1])
  })

  it('says when the books could not be read, once a day, and goes on with the other provider', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    await world.sandbox.razorpay.pay(orderId)
    world.sandbox.fail({ path: '/paypal', times: 50, status: 503 })
    await aDayLater()
    await aDayLater()
    expect(await isPremium(client)).toBe(true)
    const rows = await db.select().from(paymentAlerts)
    expect(rows.filter(({ kind, text }) => kind === 'incomplete' && text.includes('PayPal'))).toHaveLength(1)
  })
})
