import { describe, expect, it } from 'vitest'
import { paymentOf } from '../../adapter/payment'

const paid = {
  id: 'pay_Test',
  amount: 99_900,
  currency: 'INR',
  method: 'upi',
  order_id: 'order_Test',
  captured: true,
  created_at: 1_700_000_000,
}

function refund(status: string, amount: number) {
  return { id: `rfnd_${status}${amount}`, status, amount, created_at: 1_700_000_100 }
}

/** Covers the payment's own refund fields and its list of refunds. */
describe('what of a payment went back', () => {
  it.each([
    ['nothing', 'captured', 0, [], 'captured', 0],
    ['all of it', 'refunded', 99_900, [refund('processed', 99_900)], 'refunded', 99_900],
    ['a part', 'captured', 500, [refund('processed', 500)], 'partially_refunded', 500],
    ['nothing yet', 'refunded', 99_900, [refund('pending', 99_900)], 'captured', 0],
    ['nothing, since it failed', 'captured', 0, [refund('failed', 99_900)], 'captured', 0],
    [
      'a part, with the rest under way',
      'refunded',
      99_900,
      [refund('pending', 99_400), refund('processed', 500)],
      'partially_refunded',
      500,
    ],
    ['what the payment says, where no refund is listed', 'refunded', 99_900, [], 'refunded', 99_900],
    ['all, where the payment names no sum', 'refunded', null, [], 'refunded', 99_900],
  ] as const)('is %s', (_, status, amount_refunded, refunds, expected, refundedMinor) => {
    const payment = paymentOf({ ...paid, status, amount_refunded }, { refunds: [...refunds] })
    expect(payment).toMatchObject({ status: expected, refundedMinor })
  })

  it('is all of what was never captured, though that refund is still under way', () => {
    const returned = { ...paid, status: 'refunded', captured: false, amount_refunded: 99_900 }
    expect(paymentOf(returned, { refunds: [refund('pending', 99_900)] }).status).toBe('refunded')
  })
})
