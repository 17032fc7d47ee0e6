import { describe, expect, it } from 'vitest'
import { createProcessor } from '#processors/adapters'
import { deliveryOf, paymentsWorld } from '#test/support/payments/payments'
import { testVars } from '#test/support/vars'
import { parsePayments } from '#worker/integrations/payments/config'
import type { Processor, StoredOrder } from '#worker/integrations/payments/provider'
import { randomId } from '#worker/storage/keys'
import { signRazorpay } from '../../twin/delivery'

const returnUrl = 'http://localhost:8787/premium'
const world = paymentsWorld()
const hour = 3600_000

function processor(vars: { RAZORPAY_WEBHOOK_SECRETS?: string } = {}): Processor {
  const config = { payments: parsePayments({ ...testVars, ...vars }, false, () => null) }
  const razorpay = createProcessor({ config, fetch: world.sandbox.fetch, now: Date.now() }, 'razorpay')
  if (!razorpay) throw new Error('Razorpay is not configured')
  return razorpay
}

async function createdOrder() {
  const order: StoredOrder = {
    id: randomId(),
    userId: 1,
    provider: 'razorpay',
    providerOrderId: null,
    plan: 'monthly',
    currency: 'INR',
    amountMinor: 99_900,
    periodDays: 30,
    captures: 0,
    providerPaymentHint: null,
    createdAt: Date.now(),
  }
  const { providerOrderId } = await processor().create(order, returnUrl)
  return { ...order, providerOrderId }
}

async function paidOrder() {
  const order = await createdOrder()
  const { razorpay_payment_id: paymentId } = await world.sandbox.razorpay.pay(order.providerOrderId)
  return { order, paymentId }
}

describe("the checkout's orders", () => {
  it('are created for exactly what is stored', async () => {
    const order = await createdOrder()
    const call = world.sandbox.calls.find(({ method }) => method === 'POST')
    expect(JSON.parse(call?.body ?? '')).toEqual({
      amount: 99_900,
      currency: 'INR',
      receipt: order.id,
      notes: { order: order.id },
      payment: {
        capture: 'automatic',
        capture_options: {
          automatic_expiry_period: 12,
          manual_expiry_period: 7200,
          refund_speed: 'normal',
        },
      },
    })
  })

  it('wait for a payment', async () => {
    const order = await createdOrder()
    expect(await processor().settle(order)).toEqual({ kind: 'waiting' })
    await world.sandbox.razorpay.pay(order.providerOrderId, { status: 'created' })
    expect(await processor().settle(order)).toEqual({ kind: 'waiting' })
  })

  it('settle as the payment that Razorpay shows, with or without what the browser brings', async () => {
    const order = await createdOrder()
    const proof = await world.sandbox.razorpay.pay(order.providerOrderId, { rrn: '033814379298' })
    const expected = {
      kind: 'payment',
      payment: {
        provider: 'razorpay',
        providerPaymentId: proof.razorpay_payment_id,
        providerOrderId: order.providerOrderId,
        orderId: null,
        method: 'upi',
        currency: 'INR',
        amountMinor: 99_900,
        amountAtomic: null,
        refundedMinor: 0,
        refunds: [],
        status: 'captured',
        bank: null,
        createdAt: expect.any(Number),
        references: [
          { kind: 'provider_payment', ref: proof.razorpay_payment_id },
          { kind: 'rrn', ref: '033814379298' },
        ],
        verifiedBy: 'provider_api',
      },
    }
    expect(await processor().settle(order)).toEqual(expected)
    expect(
      await processor().settle(order, {
        paymentId: proof.razorpay_payment_id,
        signature: proof.razorpay_signature,
      }),
    ).toEqual(expected)
  })

  it('are captured by us when the bank agreed late', async () => {
    const order = await createdOrder()
    const { id } = world.sandbox.razorpay.fail(order.providerOrderId)
    expect(await processor().settle(order)).toMatchObject({ kind: 'declined', code: 'payment_cancelled' })
    world.sandbox.razorpay.lateAuthorise(id, false)
    expect(await processor().settle(order)).toMatchObject({
      kind: 'payment',
      payment: { status: 'captured' },
    })
    expect(world.sandbox.razorpay.payment(id).captured).toBe(true)
  })

  it.each([{ amount: 99_899 }, { amount: 999_000 }, { currency: 'USD' }])(
    'that were authorised with %o are not captured',
    async (how) => {
      const order = await createdOrder()
      await world.sandbox.razorpay.authorise(order.providerOrderId, how)
      expect(await processor().settle(order)).toMatchObject({
        kind: 'review',
        payment: { status: 'authorized' },
      })
      expect(world.sandbox.calls.filter(({ path }) => path.endsWith('/capture'))).toEqual([])
    },
  )

  it('settle by the payment that still holds, when another went back', async () => {
    const { order, paymentId } = await paidOrder()
    world.sandbox.razorpay.refund(paymentId)
    expect(await processor().settle(order)).toMatchObject({
      payment: { providerPaymentId: paymentId, status: 'refunded', refundedMinor: 99_900 },
    })
    const second = await world.sandbox.razorpay.pay(order.providerOrderId)
    expect(await processor().settle(order)).toMatchObject({
      payment: { providerPaymentId: second.razorpay_payment_id, status: 'captured' },
    })
  })

  it('settle alike for eight who ask at once, by one capture', async () => {
    const order = await createdOrder()
    await world.sandbox.razorpay.authorise(order.providerOrderId)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => processor().settle(order)))
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: 'payment', payment: { status: 'captured' } })
  })
})

describe("the checkout's payments", () => {
  it('are read with the refunds that went through', async () => {
    const { paymentId } = await paidOrder()
    const { id } = world.sandbox.razorpay.refund(paymentId, 50_000)
    expect(await processor().read(paymentId, null)).toMatchObject({
      status: 'partially_refunded',
      refundedMinor: 50_000,
      refunds: [{ id, amountMinor: 50_000 }],
    })
    expect(await processor().read('pay_Unknown', null)).toBeNull()
  })

  it("by netbanking carry the bank's code and number", async () => {
    const order = await createdOrder()
    const { razorpay_payment_id: id } = await world.sandbox.razorpay.pay(order.providerOrderId, {
      method: 'netbanking',
      bank: 'SBIN',
      bankTransactionId: '0125836177',
    })
    expect(await processor().read(id, null)).toMatchObject({
      method: 'netbanking',
      bank: 'SBIN',
      references: [
        { kind: 'provider_payment', ref: id },
        { kind: 'bank_transaction', ref: '0125836177' },
      ],
    })
  })

  it('to the account are found by the number on the statement', async () => {
    const { razorpay } = world.sandbox
    const bank = razorpay.receive({ amount: 799_900, reference: 'HDFCN52026112112', kind: 'bank' })
    const upi = razorpay.receive({ amount: 99_900, reference: '632512345678' })
    expect(await processor().find('HDFCN52026112112')).toMatchObject([
      {
        providerPaymentId: bank.id,
        providerOrderId: null,
        method: 'bank_transfer',
        references: [{ kind: 'provider_payment' }, { kind: 'utr', ref: 'HDFCN52026112112' }],
      },
    ])
    expect(await processor().find('632512345678')).toMatchObject([
      { providerPaymentId: upi.id, references: [{}, { kind: 'rrn', ref: '632512345678' }] },
    ])
    expect(await processor().find(upi.id)).toMatchObject([{ providerPaymentId: upi.id }])
    expect(await processor().find('632500000000')).toEqual([])
  })

  it("are not found by a filter that was overlooked: the number must be the payment's own", async () => {
    world.sandbox.razorpay.receive({ amount: 99_900, reference: '632512345678' })
    const overlooking = (input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input)
      url.searchParams.delete('va_transaction_id')
      return world.sandbox.fetch(url, init)
    }
    const config = { payments: parsePayments(testVars, false, () => null) }
    const razorpay = createProcessor({ config, fetch: overlooking, now: Date.now() }, 'razorpay')
    expect(await razorpay?.find('632500000000')).toEqual([])
  })

  it('are listed newest first, in pages of a hundred', async () => {
    const from = Math.floor(Date.now() / 1000) - 500
    for (let n = 0; n < 150; n++) {
      world.sandbox.razorpay.payWithoutOrder({ amount: 99_900, createdAt: from + n })
    }
    const all = await processor().list(Date.now() - hour, Date.now() + hour, 5)
    expect(all.complete).toBe(true)
    expect(all.payments).toHaveLength(150)
    const times = all.payments.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(all.payments.map(({ providerPaymentId }) => providerPaymentId)).size).toBe(150)

    const some = await processor().list(Date.now() - hour, Date.now() + hour, 1)
    expect(some).toMatchObject({ complete: false, payments: { length: 100 } })
    expect((await processor().list(Date.now() - 3 * hour, Date.now() - 2 * hour, 5)).payments).toEqual([])
  })

  it('are shown without whoever paid', async () => {
    const { paymentId } = await paidOrder()
    const record = await processor().record(paymentId)
    expect(record).toMatchObject({ id: paymentId, amount: 99_900, status: 'captured', method: 'upi' })
    expect(JSON.stringify(record)).not.toMatch(/email|contact|vpa|okbank|99999|buyer/)
    expect(await processor().record('pay_Unknown')).toBeNull()
  })
})

describe("the checkout's refunds and disputes", () => {
  it('give back once under one key', async () => {
    const { paymentId } = await paidOrder()
    const refund = () => processor().refund(paymentId, 50_000, 'INR', 'short')
    const first = await refund()
    expect(first).toEqual({ kind: 'done', refundId: expect.stringMatching(/^rfnd_/) })
    expect(await refund()).toEqual(first)
    expect(world.sandbox.razorpay.payment(paymentId).amount_refunded).toBe(50_000)
  })

  it('are pending, failed or refused', async () => {
    const { paymentId } = await paidOrder()
    const { razorpay } = world.sandbox
    razorpay.nextRefund('pending')
    expect(await processor().refund(paymentId, 100, 'INR', 'refund-one')).toMatchObject({ kind: 'pending' })
    razorpay.nextRefund('failed')
    expect(await processor().refund(paymentId, 100, 'INR', 'refund-two')).toMatchObject({ kind: 'refused' })
    expect(await processor().refund(paymentId, 99_901, 'INR', 'refund-three')).toMatchObject({
      kind: 'refused',
    })
  })

  it.each([
    ['fraud', 'inquiry'],
    ['retrieval', 'inquiry'],
    ['chargeback', 'chargeback'],
    ['pre_arbitration', 'pre_arbitration'],
    ['arbitration', 'arbitration'],
  ] as const)('a dispute of phase %s is an %s', async (phase, stage) => {
    const { paymentId } = await paidOrder()
    const { id } = world.sandbox.razorpay.openDispute(paymentId, phase)
    expect(await processor().readDispute(id)).toEqual({
      disputeId: id,
      providerPaymentId: paymentId,
      stage,
      status: 'open',
      outcome: 'open',
      amountMinor: 99_900,
    })
    world.sandbox.razorpay.resolveDispute(id, 'lost')
    expect(await processor().readDispute(id)).toMatchObject({ status: 'lost' })
    expect(await processor().readDispute('disp_Unknown')).toBeNull()
  })
})

describe("Razorpay's calls", () => {
  it.each([
    ['payment.captured', 'payments'],
    ['order.paid', 'orders'],
    ['refund.processed', 'payments'],
    ['payment.dispute.created', 'disputes'],
  ] as const)('of %s name what to look up among the %s', async (type, kind) => {
    const { order, paymentId } = await paidOrder()
    const { razorpay, webhooks } = world.sandbox
    razorpay.refund(paymentId, 100)
    const dispute = razorpay.openDispute(paymentId)
    const event = webhooks.last(type)
    const request = await webhooks.request(event)
    const notice = await processor().readWebhook(await deliveryOf(request))
    expect(notice).toMatchObject({ eventId: event.id, type })
    const expected = { payments: paymentId, orders: order.providerOrderId, disputes: dispute.id }
    expect(notice?.[kind]).toContain(expected[kind])
  })

  it('of money to the account name its payment', async () => {
    const { razorpay, webhooks } = world.sandbox
    for (const kind of ['qr', 'bank'] as const) {
      const payment = razorpay.receive({ amount: 99_900, kind })
      const type = kind === 'qr' ? 'qr_code.credited' : 'virtual_account.credited'
      const request = await webhooks.request(webhooks.last(type))
      expect(await processor().readWebhook(await deliveryOf(request))).toMatchObject({
        payments: [payment.id],
      })
    }
  })

  it('are taken under the old secret and the new while one is being replaced', async () => {
    await paidOrder()
    const event = world.sandbox.webhooks.last('payment.captured')
    const taken = async (secret: string) => {
      const headers = new Headers(await signRazorpay(event.id, event.body, secret))
      const request = new Request('https://site.test', { method: 'POST', headers, body: event.body })
      return processor({ RAZORPAY_WEBHOOK_SECRETS: 'new-secret, old-secret' }).readWebhook(
        await deliveryOf(request),
      )
    }
    expect(await taken('new-secret')).toMatchObject({ eventId: event.id })
    expect(await taken('old-secret')).toMatchObject({ eventId: event.id })
    expect(await taken('older-secret')).toBeNull()
  })
})
