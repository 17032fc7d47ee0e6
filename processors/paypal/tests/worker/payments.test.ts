import { describe, expect, it, vi } from 'vitest'
import { createProcessor } from '#processors/adapters'
import { deliveryOf, paymentsWorld } from '#test/support/payments/payments'
import { testVars } from '#test/support/vars'
import { parsePayments } from '#worker/integrations/payments/config'
import type { Processor, StoredOrder } from '#worker/integrations/payments/provider'
import { randomId } from '#worker/storage/keys'

const world = paymentsWorld()
const hour = 3600_000
const returnUrl = 'http://localhost:8787/premium'

function processor(now = Date.now()): Processor {
  const config = { payments: parsePayments(testVars, false, () => null) }
  const paypal = createProcessor({ config, fetch: world.sandbox.fetch, now }, 'paypal')
  if (!paypal) throw new Error('PayPal is not configured')
  return paypal
}

function storedOrder(change: Partial<StoredOrder> = {}): StoredOrder {
  return {
    id: randomId(),
    userId: 1,
    provider: 'paypal',
    providerOrderId: null,
    plan: 'monthly',
    currency: 'USD',
    amountMinor: 1499,
    periodDays: 30,
    captures: 0,
    providerPaymentHint: null,
    createdAt: Date.now(),
    ...change,
  }
}

/** Creates an order and pays for it. */
async function paidOrder() {
  const order = storedOrder()
  const { providerOrderId } = await processor().create(order, returnUrl)
  world.sandbox.paypal.approve(providerOrderId)
  const capture = world.sandbox.paypal.captureInBrowser(providerOrderId)
  return { order: { ...order, providerOrderId }, captureId: capture.id }
}

/** Removes the payee, which PayPal's records of captures often leave out. */
async function withoutPayee(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await world.sandbox.fetch(input, init)
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (!pathname.startsWith('/paypal/v2/payments/captures/')) return response
  const { payee, ...record } = await response.json<Record<string, unknown>>()
  return Response.json(record, response)
}

describe("the wallet's orders", () => {
  it('are created for exactly what is stored, in words that name no site', async () => {
    const order = storedOrder({ plan: 'yearly', amountMinor: 9999, periodDays: 365 })
    await processor().create(order, returnUrl)
    const call = world.sandbox.calls.find(({ path }) => path === '/paypal/v2/checkout/orders')
    expect(call?.headers['paypal-request-id']).toBe(order.id)
    expect(JSON.parse(call?.body ?? '')).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'default',
          custom_id: order.id,
          invoice_id: order.id,
          description: 'Membership, 365 days',
          soft_descriptor: 'MEMBERSHIP',
          amount: { currency_code: 'USD', value: '99.99' },
        },
      ],
      payment_source: {
        paypal: { experience_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' } },
      },
    })
  })

  it('wait until their buyer approves', async () => {
    const order = storedOrder()
    const { providerOrderId } = await processor().create(order, returnUrl)
    expect(await processor().settle({ ...order, providerOrderId })).toEqual({ kind: 'waiting' })
    expect(await processor().settle(order)).toEqual({ kind: 'waiting' })
  })

  it('that PayPal voided are gone, like those it does not know', async () => {
    const order = storedOrder()
    const { providerOrderId } = await processor().create(order, returnUrl)
    world.sandbox.paypal.order(providerOrderId).status = 'VOIDED'
    expect(await processor().settle({ ...order, providerOrderId })).toEqual({ kind: 'gone', code: 'VOIDED' })
    expect(await processor().settle({ ...order, providerOrderId: 'UNKNOWN' })).toMatchObject({ kind: 'gone' })
  })

  it('settle as the payment that PayPal shows', async () => {
    const { order, captureId } = await paidOrder()
    expect(await processor().settle(order)).toEqual({
      kind: 'payment',
      payment: {
        provider: 'paypal',
        providerPaymentId: captureId,
        providerOrderId: order.providerOrderId,
        orderId: order.id,
        method: 'wallet',
        currency: 'USD',
        amountMinor: 1499,
        amountAtomic: null,
        refundedMinor: 0,
        refunds: [],
        status: 'captured',
        bank: null,
        createdAt: expect.any(Number),
        references: [{ kind: 'provider_payment', ref: captureId }],
        verifiedBy: 'provider_api',
      },
    })
  })

  const changes = [
    { value: '0.01' },
    { value: '14.990' },
    { value: '1499' },
    { currency: 'EUR' },
    { customId: 'another' },
    { merchantId: 'ANOTHERMERCHANT' },
    { intent: 'AUTHORIZE' as const },
  ]

  it.each(changes)('that differ by %o are left alone before the capture', async (change) => {
    const order = storedOrder()
    const { providerOrderId } = await processor().create(order, returnUrl)
    world.sandbox.paypal.approve(providerOrderId)
    world.sandbox.paypal.patch(providerOrderId, change)
    expect(await processor().settle({ ...order, providerOrderId })).toMatchObject({
      kind: 'review',
      payment: null,
    })
    expect(
      world.sandbox.calls.filter(({ method, path }) => method === 'POST' && /capture/.test(path)),
    ).toEqual([])
  })

  it.each([{ value: '14.98' }, { value: '149.90' }, { currency: 'EUR' }, { customId: 'another' }])(
    'whose capture differs by %o are for an administrator',
    async (result) => {
      const order = storedOrder()
      const { providerOrderId } = await processor().create(order, returnUrl)
      const { paypal } = world.sandbox
      paypal.approve(providerOrderId)
      paypal.nextCapture(providerOrderId, result)
      expect(await processor().settle({ ...order, providerOrderId })).toMatchObject({
        kind: 'review',
        payment: { providerPaymentId: paypal.captureOf(providerOrderId).id },
      })
    },
  )

  it('settle alike for eight who ask at once, by one capture', async () => {
    const order = storedOrder()
    const { providerOrderId } = await processor().create(order, returnUrl)
    world.sandbox.paypal.approve(providerOrderId)
    const asked = Array.from({ length: 8 }, () => processor().settle({ ...order, providerOrderId }))
    for (const outcome of await Promise.all(asked)) expect(outcome.kind).toBe('payment')
    expect(world.sandbox.paypal.captures()).toHaveLength(1)
  })
})

describe("what is logged of PayPal's refusals", () => {
  it('is the issue and the number to ask PayPal about, and nothing of the request', async () => {
    const order = storedOrder()
    const { providerOrderId } = await processor().create(order, returnUrl)
    world.sandbox.paypal.approve(providerOrderId)
    world.sandbox.paypal.nextCapture(providerOrderId, { issue: 'INSTRUMENT_DECLINED' })
    const lines = vi.spyOn(console, 'warn')
    await processor().settle({ ...order, providerOrderId })
    const [line] = lines.mock.calls.map(([text]) => JSON.parse(String(text)))
    expect(lines).toHaveBeenCalledTimes(1)
    lines.mockRestore()
    expect(line).toEqual({
      level: 'warn',
      event: 'payments.provider-refused',
      provider: 'paypal',
      step: 'capture',
      status: 422,
      issue: 'INSTRUMENT_DECLINED',
      debugId: expect.stringMatching(/^[0-9a-f]+$/),
    })
  })
})

describe("the wallet's payments", () => {
  it('are read by their id, with the refunds that went through', async () => {
    const { captureId, order } = await paidOrder()
    const { id } = world.sandbox.paypal.refund(captureId, '5.00')
    expect(await processor().read(captureId, null)).toMatchObject({
      status: 'partially_refunded',
      providerOrderId: order.providerOrderId,
      refundedMinor: 500,
      refunds: [{ id, amountMinor: 500 }],
    })
    world.sandbox.paypal.refund(captureId)
    expect(await processor().read(captureId, null)).toMatchObject({ status: 'refunded', refundedMinor: 1499 })
    expect(await processor().read('UNKNOWN', null)).toBeNull()
  })

  it('that a bank took back are reversed', async () => {
    const { captureId, order } = await paidOrder()
    world.sandbox.paypal.reverse(captureId)
    expect(await processor().read(captureId, null)).toMatchObject({ status: 'reversed' })
    expect(await processor().settle(order)).toMatchObject({ payment: { status: 'reversed' } })
  })

  it("15: are another merchant's where their order says so and their own record doesn't", async () => {
    const order = storedOrder()
    const { providerOrderId } = await processor().create(order, returnUrl)
    const { paypal } = world.sandbox
    paypal.patch(providerOrderId, { merchantId: 'ANOTHERMERCHANT' })
    paypal.approve(providerOrderId)
    const { id: theirs } = paypal.captureInBrowser(providerOrderId)
    const { captureId: ours } = await paidOrder()
    const config = { payments: parsePayments(testVars, false, () => null) }
    const nameless = createProcessor({ config, fetch: withoutPayee, now: Date.now() }, 'paypal')
    expect(await nameless?.read(theirs, null)).toBeNull()
    expect(await nameless?.read(ours, null)).toMatchObject({ providerPaymentId: ours, status: 'captured' })
  })

  it('are listed newest first, with their refunds, and said to be incomplete when there are more pages', async () => {
    const first = await paidOrder()
    world.sandbox.clock.travel(hour)
    const second = await paidOrder()
    world.sandbox.paypal.refund(first.captureId)
    const [since, until] = [Date.now() - hour, Date.now() + 2 * hour]
    const listed = await processor().list(since, until, 5)
    expect(listed.complete).toBe(true)
    expect(listed.payments).toMatchObject([
      { providerPaymentId: second.captureId, orderId: second.order.id, status: 'captured' },
      { providerPaymentId: first.captureId, status: 'refunded', refundedMinor: 1499 },
    ])
    expect(await processor().list(since, until, 0)).toEqual({ payments: [], complete: false })
  })

  it('cannot be listed without the permission, which is no fault', async () => {
    // Twice: PayPal refuses the token of another test's sandbox first.
    world.sandbox.fail({ path: '/paypal/v1/reporting', issue: 'NOT_AUTHORIZED', times: 2 })
    expect(await processor().list(0, hour, 5)).toEqual({ payments: [], complete: false })
  })

  it('are shown without whoever paid', async () => {
    const { captureId } = await paidOrder()
    const record = await processor().record(captureId)
    expect(record).toMatchObject({ id: captureId, amount: { value: '14.99' }, status: 'COMPLETED' })
    expect(JSON.stringify(record)).not.toMatch(/email|buyer|payer|payee|name/i)
    expect(await processor().record('UNKNOWN')).toBeNull()
  })
})

describe("the wallet's refunds and disputes", () => {
  it('give back once under one key', async () => {
    const { captureId } = await paidOrder()
    const refund = () => processor().refund(captureId, 500, 'USD', 'refund-1')
    const first = await refund()
    expect(first).toEqual({ kind: 'done', refundId: expect.any(String) })
    expect(await refund()).toEqual(first)
    expect(await processor().read(captureId, null)).toMatchObject({ refundedMinor: 500 })
  })

  it('are pending, or refused with a sentence', async () => {
    const { captureId } = await paidOrder()
    world.sandbox.paypal.nextRefund('PENDING')
    expect(await processor().refund(captureId, 499, 'USD', 'one')).toMatchObject({ kind: 'pending' })
    expect(await processor().refund(captureId, 1499, 'USD', 'two')).toEqual({
      kind: 'refused',
      code: 'REFUND_AMOUNT_EXCEEDED',
      message: "That's more than is left of this payment.",
    })
    expect(await processor().refund('UNKNOWN', 1, 'USD', 'three')).toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['RESOLVED_BUYER_FAVOUR', 'lost'],
    ['ACCEPTED', 'lost'],
    ['RESOLVED_SELLER_FAVOUR', 'won'],
    ['RESOLVED_WITH_PAYOUT', 'won'],
    ['CANCELED_BY_BUYER', 'won'],
    ['NONE', 'closed'],
  ])('a dispute that ends in %s is %s', async (outcome, status) => {
    const { captureId } = await paidOrder()
    const { paypal } = world.sandbox
    const { id } = paypal.openDispute(captureId, 'INQUIRY')
    expect(await processor().readDispute(id)).toEqual({
      disputeId: id,
      providerPaymentId: captureId,
      stage: 'inquiry',
      status: 'open',
      outcome: null,
      amountMinor: 1499,
    })
    paypal.escalateDispute(id, 'CHARGEBACK')
    expect(await processor().readDispute(id)).toMatchObject({ stage: 'chargeback', status: 'open' })
    paypal.resolveDispute(id, outcome)
    expect(await processor().readDispute(id)).toMatchObject({ status, outcome })
    expect(await processor().readDispute('PP-R-UNKNOWN')).toBeNull()
  })
})

describe("PayPal's calls", () => {
  it.each([
    ['PAYMENT.CAPTURE.COMPLETED', 'payments'],
    ['CHECKOUT.ORDER.APPROVED', 'orders'],
    ['PAYMENT.CAPTURE.REFUNDED', 'payments'],
    ['PAYMENT.CAPTURE.REVERSED', 'payments'],
    ['CUSTOMER.DISPUTE.CREATED', 'disputes'],
  ] as const)('of %s name what to look up among the %s', async (type, kind) => {
    const { captureId, order } = await paidOrder()
    const { paypal, webhooks } = world.sandbox
    paypal.refund(captureId, '1.00')
    paypal.reverse(captureId)
    const dispute = paypal.openDispute(captureId)
    const event = webhooks.last(type)
    const request = await webhooks.request(event)
    const notice = await processor().readWebhook(await deliveryOf(request))
    expect(notice).toMatchObject({ eventId: event.id, type })
    const expected = { payments: captureId, orders: order.providerOrderId, disputes: dispute.id }
    expect(notice?.[kind]).toContain(expected[kind])
  })
})
