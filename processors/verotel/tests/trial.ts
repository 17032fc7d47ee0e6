import { defaultPrices } from '#contract/values/payments/prices'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { confirmOrder, orderOnPage } from '#test/support/payments/payments'
import type { MoneyChange, Trial } from '#test/support/payments/trial'
import { StartError } from '../twin/order-input'
import type { Sale } from '../twin/state'

export const verotel: Trial = {
  order: (client, plan) => orderOnPage('verotel', client, plan),
  /** On the page a card is paid or declined at once. */
  pay({ verotel }, { redirectUrl = '' }, how) {
    if (how === 'cheap') verotel.pay(redirectUrl, { priceAmount: '0.01' })
    else if (how === 'failed') verotel.decline(redirectUrl)
    else if (how !== 'pending') verotel.pay(redirectUrl)
  },
  confirm: (_, client, { id }) => confirmOrder(client.copy(), id),
  changes: (sandbox) => sandbox.verotel.sales().map((sale) => (change) => changeSale(sandbox, sale, change)),
  truths({ state: { verotel } }, orders) {
    return Object.values(verotel.sales).flatMap((sale) => {
      const order = orders.find(({ id }) => id === sale.referenceID)
      if (!order) return []
      const amountMinor = Math.round(Number(sale.priceAmount) * 100)
      return {
        id: sale.saleID,
        order,
        amountMinor,
        wasTaken: true,
        dispute: 'none' as const,
        isRight: amountMinor === defaultPrices.USD[order.plan] && sale.priceCurrency === 'USD',
        isHere: sale.saleResult === 'APPROVED',
        refundedMinor: sale.saleResult === 'CREDITED' ? amountMinor : 0,
      }
    })
  },
  contest: 'reverse',
  refusals: [StartError],
  faultyPath: '/verotel/salestatus',
  ends: ['granted', 'returned'],
}

function changeSale({ verotel }: PaymentsSandbox, { saleID, saleResult }: Sale, change: MoneyChange): void {
  if (saleResult !== 'APPROVED') return
  if (change === 'refund') verotel.credit(saleID)
  if (change === 'reverse') verotel.chargeback(saleID)
}
