import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StoredOrder } from '#worker/integrations/payments/provider'
import { btcpay } from '../../adapter'

// Whatever the server says, an invoice counts only when it is settled for exactly the order.

const now = Date.parse('2026-11-28T10:00:00Z')
const config = {
  base: 'https://pay.site.example',
  storeId: 'OURS',
  apiKey: 'key',
  webhookSecrets: ['secret'],
}
const order: StoredOrder = {
  id: 'our-order',
  userId: 7,
  provider: 'btcpay',
  providerOrderId: 'INVOICE',
  plan: 'monthly',
  currency: 'USD',
  amountMinor: 1499,
  periodDays: 30,
  captures: 0,
  providerPaymentHint: null,
  createdAt: now,
}

/** Draws mostly the right value, sometimes another. */
function mostly<T>(right: T[], ...wrong: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  )
}

const right = {
  id: ['INVOICE'],
  storeId: ['OURS'],
  amount: ['14.99', '14.990000', '14.990'],
  paidAmount: [undefined, '14.99', '14.98', '20.00'],
  currency: ['USD'],
  type: ['Standard', undefined],
  status: ['Settled'],
  additionalStatus: ['None', 'PaidOver'],
  orderId: ['our-order'],
  paymentTolerance: [0, undefined],
  speedPolicy: ['MediumSpeed', 'LowSpeed', undefined],
}
const invoice = fc.record({
  id: mostly(right.id, 'ANOTHER'),
  storeId: mostly(right.storeId, 'THEIRS'),
  amount: mostly<string | null>(
    right.amount,
    null,
    '0',
    '0.01',
    '14.9',
    '14.999',
    '1499',
    '14.99e0',
    '-14.99',
  ),
  paidAmount: mostly(right.paidAmount, '0', '5.00', '14.97'),
  currency: mostly(right.currency, 'INR', 'BTC', 'usd'),
  type: mostly(right.type, 'TopUp'),
  status: mostly(right.status, 'New', 'Processing', 'Expired', 'Invalid'),
  additionalStatus: mostly(right.additionalStatus, 'PaidPartial', 'PaidLate', 'Marked', 'Invalid'),
  orderId: mostly<unknown>(right.orderId, 'another', null, 7),
  paymentTolerance: mostly(right.paymentTolerance, 1, 100),
  speedPolicy: mostly(right.speedPolicy, 'HighSpeed'),
})

it('BTCPay Server has an order granted only by an invoice that is right in everything', async () => {
  let good = 0
  await fc.assert(
    fc.asyncProperty(invoice, async (fields) => {
      const { orderId, paymentTolerance, speedPolicy, ...plain } = fields
      const answer = {
        ...plain,
        checkoutLink: `${config.base}/i/INVOICE`,
        createdTime: now / 1000,
        monitoringExpiration: now / 1000 + 3600,
        metadata: { orderId },
        checkout: { paymentTolerance, speedPolicy },
      }
      const fetch = async (url: RequestInfo | URL) =>
        Response.json(String(url).endsWith('/INVOICE') ? answer : [])
      const processor = btcpay.create(config, { fetch: fetch as typeof globalThis.fetch, now })
      const outcome = await processor.settle(order)
      const isRight = Object.entries(right).every(([name, values]) =>
        (values as unknown[]).includes(fields[name as keyof typeof fields]),
      )
      if (isRight) good += 1
      expect(outcome.kind === 'payment').toBe(isRight)
      const isTooMuch = fields.additionalStatus === 'PaidOver' || fields.paidAmount === '20.00'
      if (outcome.kind === 'payment') expect(outcome.payment.remark !== undefined).toBe(isTooMuch)
      const read = await processor.read('INVOICE', order)
      const isTaken = read?.status === 'captured' && read.finding === undefined
      // The core compares the fields that only an order has.
      const names = read?.orderId === order.id && read.amountMinor === 1499 && read.currency === 'USD'
      expect(isTaken && names && read.providerOrderId === 'INVOICE').toBe(isRight)
    }),
    { numRuns: 300 },
  )
  expect(good).toBeGreaterThan(0)
})
