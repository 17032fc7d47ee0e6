import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paypal } from '#processors/paypal/adapter/index'
import { razorpay } from '#processors/razorpay/adapter/index'
import type { Outcome, StoredOrder } from '#worker/integrations/payments/provider'

// Whatever the providers' records say, money counts and is captured only for exactly the order.

const now = Date.parse('2026-11-21T07:00:00Z')
const order: StoredOrder = {
  id: 'our-order',
  userId: 7,
  provider: 'paypal',
  providerOrderId: 'THEIRS',
  plan: 'monthly',
  currency: 'USD',
  amountMinor: 1499,
  periodDays: 30,
  captures: 0,
  providerPaymentHint: null,
  createdAt: now,
}

/** Draws mostly the right value, sometimes another. */
function mostly<T>(right: T, ...wrong: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  )
}

/**
 * Returns a provider's API that serves reads from `records`. It refuses and records every request that would
 * move money.
 */
function recordsOnly(records: (path: string) => unknown, refusal: object, status: number) {
  const writes: string[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input))
    if (pathname.endsWith('/oauth2/token')) return Response.json({ access_token: 't', expires_in: 3600 })
    if (init?.method === 'GET') return Response.json(records(pathname))
    writes.push(pathname)
    return Response.json(refusal, { status })
  }
  return { writes, outside: { fetch: fetch as typeof globalThis.fetch, now } }
}

function isGood(outcome: Outcome): boolean {
  return outcome.kind === 'payment' && ['captured', 'partially_refunded'].includes(outcome.payment.status)
}

describe("an order's records at PayPal", () => {
  const config = {
    base: 'https://api-m.sandbox.paypal.com',
    clientId: 'id',
    secret: 'secret',
    webhookId: 'hook',
    merchantId: 'US',
    script: '',
  }
  const amount = fc.record({
    currency_code: mostly('USD', 'EUR', 'usd', 'INR'),
    value: mostly('14.99', '0.01', '14.98', '149.90', '14.990', '1499', '', '-14.99', '14.99 '),
  })
  // An undefined name is left out.
  const named = mostly<string | undefined>('our-order', 'another', '', undefined)
  const names = { custom_id: named, invoice_id: named }
  const capture = fc.record({
    id: fc.constant('CAPTURE'),
    status: mostly('COMPLETED', 'PENDING', 'DECLINED', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'NEW'),
    amount,
    create_time: fc.constant('2026-11-21T06:59:00Z'),
    payee: mostly<{ merchant_id: string } | undefined>(
      undefined,
      { merchant_id: 'US' },
      { merchant_id: 'THEM' },
    ),
    status_details: mostly<{ reason: string } | undefined>(
      undefined,
      { reason: 'OTHER' },
      { reason: 'CHARGEBACK' },
      { reason: 'ECHECK' },
    ),
    ...names,
  })
  const unit = fc.record({
    amount,
    ...names,
    payee: mostly<{ merchant_id?: string } | undefined>(
      { merchant_id: 'US' },
      { merchant_id: 'THEM' },
      { merchant_id: '' },
      {},
      undefined,
    ),
    payments: fc.option(fc.record({ captures: fc.array(capture, { maxLength: 2 }) }), { nil: undefined }),
  })
  const record = fc.record({
    id: fc.constant('THEIRS'),
    status: fc.constantFrom('COMPLETED', 'APPROVED', 'CREATED', 'VOIDED', 'PAYER_ACTION_REQUIRED', 'NEW'),
    intent: mostly('CAPTURE', 'AUTHORIZE'),
    purchase_units: fc.oneof(
      { weight: 9, arbitrary: fc.tuple(unit) },
      { weight: 1, arbitrary: fc.array(unit, { maxLength: 2 }) },
    ),
  })
  type PayPalRecord = typeof record extends fc.Arbitrary<infer T> ? T : never

  const isOurs = ({ amount, custom_id, invoice_id }: Partial<PayPalRecord['purchase_units'][number]>) =>
    amount?.currency_code === 'USD' &&
    amount.value === '14.99' &&
    (custom_id ?? 'our-order') === 'our-order' &&
    (invoice_id ?? 'our-order') === 'our-order'

  /** States the rule independently: every name and sum is ours, and none that PayPal gives is missing. */
  function isAsOrdered({ intent, purchase_units: [only, ...more] }: PayPalRecord): boolean {
    if (!only || more.length > 0 || intent !== 'CAPTURE' || only.payee?.merchant_id !== 'US') return false
    if (only.custom_id === undefined || only.invoice_id === undefined) return false
    const captures = only.payments?.captures ?? []
    return (
      [only, ...captures].every(isOurs) &&
      captures.every(({ payee }) => (payee?.merchant_id ?? 'US') === 'US')
    )
  }

  async function settle(found: PayPalRecord) {
    const refusal = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] }
    const { writes, outside } = recordsOnly(() => found, refusal, 422)
    return { outcome: await paypal.create(config, outside).settle(order), writes }
  }

  it('are money only when everything is as ordered and it was taken once', async () => {
    let good = 0
    await fc.assert(
      fc.asyncProperty(record, async (found) => {
        const { outcome } = await settle(found)
        const captures = found.purchase_units.flatMap(({ payments }) => payments?.captures ?? [])
        const taken = captures.filter(
          ({ status, status_details: details }) =>
            ['COMPLETED', 'PARTIALLY_REFUNDED'].includes(status) && details?.reason !== 'CHARGEBACK',
        )
        const back = captures.some(
          ({ status, status_details: details }) => status === 'REFUNDED' || details?.reason === 'CHARGEBACK',
        )
        expect(isGood(outcome)).toBe(isAsOrdered(found) && taken.length === 1 && !back)
        if (isGood(outcome)) good += 1
      }),
      { numRuns: 2_000 },
    )
    expect(good).toBeGreaterThan(20)
  })

  it('let money be taken only when everything is as ordered, approved, and nothing was taken or is under way', async () => {
    let captured = 0
    await fc.assert(
      fc.asyncProperty(record, async (found) => {
        const { outcome, writes } = await settle(found)
        const captures = found.purchase_units.flatMap(({ payments }) => payments?.captures ?? [])
        const untouched = captures.every(
          ({ status, status_details: details }) =>
            ['DECLINED', 'FAILED'].includes(status) && details?.reason !== 'CHARGEBACK',
        )
        const allowed = isAsOrdered(found) && found.status === 'APPROVED' && untouched
        expect(writes).toEqual(allowed ? ['/v2/checkout/orders/THEIRS/capture'] : [])
        if (allowed) expect(outcome).toEqual({ kind: 'declined', code: 'INSTRUMENT_DECLINED' })
        if (allowed) captured += 1
      }),
      { numRuns: 4_000 },
    )
    expect(captured).toBeGreaterThan(20)
  })
})

describe("an order's records at Razorpay", () => {
  const config = {
    base: 'https://api.razorpay.com/v1',
    keyId: 'rzp_test_1',
    keySecret: 'secret',
    webhookSecrets: ['hook'],
    accountId: 'acc_1',
    script: '',
  }
  const rupees: StoredOrder = {
    ...order,
    provider: 'razorpay',
    providerOrderId: 'order_1',
    currency: 'INR',
    amountMinor: 99_900,
  }
  const payment = fc.record({
    id: fc.constantFrom<string>('pay_1', 'pay_2', 'pay_3'),
    amount: mostly(99_900, 100, 99_899, 999_000, 799_900),
    currency: mostly('INR', 'USD'),
    status: fc.constantFrom('captured', 'created', 'authorized', 'refunded', 'failed', 'new'),
    order_id: mostly<string | null>('order_1', 'order_2', null),
    method: fc.constantFrom('upi', 'card', 'netbanking'),
    amount_refunded: mostly(0, 100, 99_900),
    created_at: fc.integer({ min: 1_795_000_000, max: 1_795_000_010 }),
  })
  const records = fc.uniqueArray(payment, { maxLength: 3, selector: ({ id }) => id })
  type RazorpayRecord = typeof payment extends fc.Arbitrary<infer T> ? T : never

  const isAsOrdered = ({ amount, currency, order_id }: RazorpayRecord) =>
    amount === 99_900 && currency === 'INR' && order_id === 'order_1'

  async function settle(found: RazorpayRecord[]) {
    const read = (path: string) => {
      if (path === '/v1/orders/order_1/payments') return { items: found }
      const one = found.find(({ id }) => path === `/v1/payments/${id}`)
      return one ?? { items: [] }
    }
    const { writes, outside } = recordsOnly(read, { error: { code: 'BAD_REQUEST_ERROR' } }, 400)
    const outcome = await razorpay
      .create(config, outside)
      .settle(rupees)
      .catch(() => null)
    return { outcome, writes }
  }

  it('are money only as a captured payment of exactly what was ordered', async () => {
    let good = 0
    await fc.assert(
      fc.asyncProperty(records, async (found) => {
        const { outcome } = await settle(found)
        if (!outcome || !isGood(outcome)) return
        good += 1
        const named = found.find(
          ({ id }) => outcome.kind === 'payment' && id === outcome.payment.providerPaymentId,
        )
        expect(named?.status).toBe('captured')
        expect(named && isAsOrdered(named) && named.amount_refunded < named.amount).toBe(true)
      }),
      { numRuns: 2_000 },
    )
    expect(good).toBeGreaterThan(20)
  })

  it('are money whenever one payment stands that was captured as ordered, whatever else was tried', async () => {
    const standing: RazorpayRecord = {
      id: 'pay_9',
      amount: 99_900,
      currency: 'INR',
      status: 'captured',
      order_id: 'order_1',
      method: 'upi',
      amount_refunded: 0,
      created_at: 1_794_999_999,
    }
    await fc.assert(
      fc.asyncProperty(records, async (others) => {
        const { outcome, writes } = await settle([...others, standing])
        expect(outcome).toMatchObject({ kind: 'payment', payment: { providerPaymentId: 'pay_9' } })
        expect(writes).toEqual([])
      }),
    )
  })

  it('let money be taken only of a payment authorised for exactly what was ordered', async () => {
    let captured = 0
    await fc.assert(
      fc.asyncProperty(records, async (found) => {
        const { writes } = await settle(found)
        for (const path of writes) {
          const named = found.find(({ id }) => path === `/v1/payments/${id}/capture`)
          expect(named && isAsOrdered(named) && named.status === 'authorized').toBe(true)
          captured += 1
        }
        expect(writes.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 3_000 },
    )
    expect(captured).toBeGreaterThan(20)
  })
})
