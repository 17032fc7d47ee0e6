import { describe, expect, it } from 'vitest'
import { paymentOf } from '../../adapter/payment'

const usd = (value: string) => ({ currency_code: 'USD', value })
const paid = { id: 'CAPTURE1', amount: usd('14.99'), create_time: '2026-11-20T10:00:00Z' }

function refund(id: string, value: string, { status = 'COMPLETED', of = paid.id } = {}) {
  const href = `https://api-m.paypal.com/v2/payments/captures/${of}`
  return { id, status, amount: usd(value), create_time: '2026-11-21T10:00:00Z', links: [{ rel: 'up', href }] }
}

/** The refunds that an order lists are those of all its captures. */
describe('what of a payment went back', () => {
  it.each([
    ['nothing', 'COMPLETED', [], 0, 0],
    ['a part, in two', 'PARTIALLY_REFUNDED', [refund('R1', '1.00'), refund('R2', '2.50')], 350, 2],
    ['all of it', 'REFUNDED', [refund('R1', '14.99')], 1499, 1],
    ['nothing yet', 'COMPLETED', [refund('R1', '14.99', { status: 'PENDING' })], 0, 0],
    ['nothing, but of another capture', 'COMPLETED', [refund('R1', '14.99', { of: 'CAPTURE2' })], 0, 0],
  ])('is %s', (_, status, refunds, refundedMinor, listed) => {
    const payment = paymentOf({ ...paid, status, status_details: undefined }, 'ORDER1', refunds)
    expect(payment).toMatchObject({ amountMinor: 1499, refundedMinor })
    expect(payment?.refunds).toHaveLength(listed)
  })
})
