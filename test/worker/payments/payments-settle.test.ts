import { describe, expect, it } from 'vitest'
import { settleOrder } from '#worker/services/payments/settlement/settle'
import { jobContext } from '../../support/context'
import {
  alertsAbout,
  followInbox,
  orderRow,
  paymentRow,
  premiumUntil,
  sweepAfter,
} from '../../support/payments/payment-state'
import {
  type Buyer,
  buyer,
  confirmWallet,
  entitlementHistory,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  openCheckout,
  paymentsWorld,
  subscribe,
  verifyCheckout,
} from '../../support/payments/payments'

const world = paymentsWorld()
const day = 24 * 3600_000

/** Orders through the wallet; the buyer has approved, and no one has confirmed. */
async function approved(client: Buyer): Promise<string> {
  const orderId = await subscribe(client)
  world.sandbox.paypal.approve(orderId)
  return orderId
}

/** Delivers the providers' webhooks, and follows them up. */
async function hearOfIt(order: 'oldest' | 'newest' = 'oldest'): Promise<void> {
  const answers = await world.sandbox.webhooks.deliverAll(order)
  expect(answers.filter((status) => status !== 200)).toEqual([])
  await followInbox()
}

/**
 * Returns the outcome of a purchase, without times and our own IDs, so that it doesn't depend on how it was
 * settled.
 */
async function endState(client: Buyer, orderId: string, providerPaymentId: string) {
  const payment = await paymentRow(providerPaymentId)
  const events = await entitlementHistory(client.userId)
  return {
    isPremium: await isPremium(client),
    order: (await orderRow(orderId)).status,
    payment: [payment?.status, payment?.userId === client.userId, payment?.verifiedBy],
    events: events.map(({ seq, kind, cause, days }) => ({ seq, kind, cause, days })),
    // A term begins when it is granted.
    length: (await premiumUntil(client.userId)) - (events[0]?.at ?? 0),
    ledger: (await ledgerRows(payment?.id ?? '')).map(({ kind, amountMinor, providerRef }) => ({
      kind,
      amountMinor,
      isTheirs: providerRef === providerPaymentId,
    })),
    alerts: await alertsAbout({ orderId: (await orderRow(orderId)).id }),
  }
}

const bought = (amountMinor: number) => ({
  isPremium: true,
  order: 'paid',
  payment: ['captured', true, 'provider_api'],
  length: 30 * day,
  events: [{ seq: 1, kind: 'grant', cause: 'settle', days: 30 }],
  ledger: [{ kind: 'charge', amountMinor, isTheirs: true }],
  alerts: [],
})

async function expectBought(client: Buyer, orderId: string): Promise<void> {
  const { id } = world.sandbox.paypal.captureOf(orderId)
  expect(await endState(client, orderId, id)).toEqual(bought(1499))
  expect(world.sandbox.paypal.captures().filter((capture) => capture.orderId === orderId)).toHaveLength(1)
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

describe('many at once', () => {
  it('31: eight confirms at once take the money once, grant once, and answer the same', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    const answers = await Promise.all(times(8, () => confirmWallet(client.copy(), orderId)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ success: true, message: 'You now have premium access.' })]),
    )
    await expectBought(client, orderId)
  })

  /**
   * Settles an order by the buyer, the provider's webhooks and the sweep at once, fifty times: more than a
   * buyer's limit.
   */
  async function settleFifty(
    orderId: string,
    confirm: () => Promise<object>,
    proof?: Parameters<typeof settleOrder>[2],
  ) {
    const [ctx, order] = [await jobContext(), await orderRow(orderId)]
    const answers = await Promise.all([
      ...times(44, () => settleOrder(ctx, order, proof)),
      ...times(2, confirm),
      hearOfIt(),
      hearOfIt(),
      sweepAfter(2),
      sweepAfter(2),
    ])
    const said = answers.slice(0, 46).map((answer) => JSON.stringify(answer))
    expect(new Set(said).size).toBe(1)
    expect(answers[0]).toMatchObject({ success: true })
    await hearOfIt()
  }

  it('31: fifty at once by confirm, webhook and sweep: one grant, one ledger row, equal answers', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    await settleFifty(orderId, () => confirmWallet(client.copy(), orderId))
    await expectBought(client, orderId)
  })

  it('31: fifty at once at the checkout: the same', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const proof = await world.sandbox.razorpay.authorise(orderId)
    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = proof
    await settleFifty(orderId, () => verifyCheckout(client.copy(), proof), { paymentId, signature })
    expect(await endState(client, orderId, paymentId)).toEqual(bought(99900))
  })

  it('41: two orders paid at once are two terms', async () => {
    const client = await buyer()
    client.now = Date.now()
    const [one, two] = [await approved(client), await approved(client)]
    const answers = await Promise.all([confirmWallet(client.copy(), one), confirmWallet(client.copy(), two)])
    expect(answers).toMatchObject([{ success: true }, { success: true }])
    expect(await premiumUntil(client.userId)).toBe(client.now + 60 * day)
    expect(await grants(client.userId)).toHaveLength(2)
  })
})

describe('whoever comes first', () => {
  it('32: confirm and webhook together', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    await Promise.all([confirmWallet(client.copy(), orderId), hearOfIt()])
    await hearOfIt()
    await expectBought(client, orderId)
  })

  it('33: the webhook, then the confirm', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    await hearOfIt()
    await expectBought(client, orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    await expectBought(client, orderId)
  })

  it('33: the confirm, then the webhook', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    await hearOfIt()
    await expectBought(client, orderId)
  })

  it('34: neither: the sweep finds it', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    await expectNothingGranted(client)
    await sweepAfter(5)
    await expectBought(client, orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    await expectBought(client, orderId)
  })

  it('34: at the checkout, with each of them or none, the end is the same', async () => {
    const ways: ((client: Buyer, proof: object) => Promise<unknown>)[] = [
      (client, proof) => verifyCheckout(client, proof),
      () => hearOfIt(),
      () => hearOfIt('newest'),
      (client, proof) => Promise.all([verifyCheckout(client.copy(), proof), hearOfIt()]),
      () => sweepAfter(5),
    ]
    for (const way of ways) {
      world.sandbox.webhooks.loseAll()
      const client = await buyer()
      const orderId = await openCheckout(client)
      const proof = await world.sandbox.razorpay.pay(orderId)
      await way(client, proof)
      expect(await endState(client, orderId, proof.razorpay_payment_id)).toEqual(bought(99900))
    }
  })

  it('35: the page captured the order itself', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    world.sandbox.paypal.captureInBrowser(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    await expectBought(client, orderId)
  })
})

describe('out of order', () => {
  it('37: a failure that is told after the capture changes nothing', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    world.sandbox.razorpay.fail(orderId)
    const proof = await world.sandbox.razorpay.pay(orderId)
    await hearOfIt('newest')
    expect(world.sandbox.webhooks.events('payment.failed')).toHaveLength(1)
    expect(await endState(client, orderId, proof.razorpay_payment_id)).toEqual(bought(99900))
  })

  it('38: a refund that is told before the capture leaves nothing granted', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    const { id } = world.sandbox.paypal.captureInBrowser(orderId)
    world.sandbox.paypal.refund(id)
    await hearOfIt('newest')
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    await expectNothingGranted(client)
    expect((await orderRow(orderId)).status).toBe('refunded')
    expect(await paymentRow(id)).toMatchObject({ status: 'refunded', refundedMinor: 1499 })
  })

  it('39: money that a bank lets through days after it said no is honoured at the stored price', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const failed = world.sandbox.razorpay.fail(orderId)
    await hearOfIt()
    expect((await orderRow(orderId)).status).toBe('awaiting_payment')
    await sweepAfter(60)
    expect((await orderRow(orderId)).status).toBe('expired')
    await expectNothingGranted(client)
    world.sandbox.razorpay.lateAuthorise(failed.id)
    await hearOfIt()
    expect(await endState(client, orderId, failed.id)).toEqual(bought(99900))
  })

  it('39: also when it is only authorised, and nobody calls', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const failed = world.sandbox.razorpay.fail(orderId)
    await sweepAfter(5)
    world.sandbox.razorpay.lateAuthorise(failed.id, false)
    await sweepAfter(15)
    expect(await endState(client, orderId, failed.id)).toEqual(bought(99900))
  })

  it('40: two payments of one order both count, each once', async () => {
    const client = await buyer()
    client.now = Date.now()
    const orderId = await openCheckout(client)
    const first = world.sandbox.razorpay.fail(orderId)
    const proof = await world.sandbox.razorpay.pay(orderId)
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
    world.sandbox.razorpay.lateAuthorise(first.id)
    await hearOfIt()
    const granted = await grants(client.userId)
    expect(granted).toHaveLength(2)
    expect(await premiumUntil(client.userId)).toBe(client.now + 60 * day)
    for (const id of [first.id, proof.razorpay_payment_id]) {
      expect(await ledgerRows((await paymentRow(id))?.id ?? '')).toHaveLength(1)
    }
    // A buyer who paid twice by mistake asks for one payment back.
    world.sandbox.razorpay.refund(first.id)
    await hearOfIt()
    expect(await premiumUntil(client.userId)).toBe(client.now + 30 * day)
    expect((await orderRow(orderId)).status).toBe('paid')
  })
})

describe('what takes its time', () => {
  it('a payment under review by the provider is pending, then paid, a day later', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.nextCapture(orderId, { status: 'PENDING', reason: 'PENDING_REVIEW' })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    expect((await orderRow(orderId)).status).toBe('capturing')
    await expectNothingGranted(client)
    world.sandbox.paypal.finishCapture(world.sandbox.paypal.captureOf(orderId).id)
    await sweepAfter(24 * 60)
    await expectBought(client, orderId)
  })

  it('a declined card may be followed by another one', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.nextCapture(orderId, { issue: 'INSTRUMENT_DECLINED' })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'declined' })
    expect(await orderRow(orderId)).toMatchObject({ status: 'awaiting_payment', captures: 1 })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    await expectBought(client, orderId)
  })

  it('a provider that is down is no loss to whoever has paid', async () => {
    const client = await buyer()
    const orderId = await approved(client)
    world.sandbox.fail({ path: '/paypal/v2/checkout', times: 3, status: 503 })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    expect(await orderRow(orderId)).toMatchObject({ status: 'awaiting_payment', lastError: 'http-503' })
    await sweepAfter(5)
    await expectBought(client, orderId)
  })
})
