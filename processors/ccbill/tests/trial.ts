import { defaultPrices, periodDays, plans } from '#contract/values/payments/prices'
import { decimal } from '#dev/sandbox/payments/money'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { confirmOrder, orderOnPage } from '#test/support/payments/payments'
import type { MoneyChange, Trial } from '#test/support/payments/trial'
import { formDigest } from '../twin/digest'
import type { Subscription } from '../twin/state'

export const ccbill: Trial = {
  order: (client, plan) => orderOnPage('ccbill', client, plan),
  /** `cheap`: on the form of another plan, with this order in its URL. */
  pay({ ccbill }, { plan, redirectUrl = '' }, how) {
    if (how === 'failed') ccbill.decline(redirectUrl)
    else if (how !== 'cheap' && how !== 'pending') ccbill.pay(redirectUrl)
    if (how !== 'cheap') return
    const other = plans.find((each) => each !== plan) ?? plan
    const [price, days] = [decimal(defaultPrices.USD[other]), String(periodDays[other])]
    const form = new URL(redirectUrl)
    form.searchParams.set('initialPrice', price)
    form.searchParams.set('initialPeriod', days)
    form.searchParams.set('formDigest', formDigest(price, days, '840'))
    ccbill.pay(form.href)
  },
  confirm: (_, client, { id }) => confirmOrder(client.copy(), id),
  needsNotice: 'NewSaleSuccess',
  changes: (sandbox) =>
    sandbox.ccbill.subscriptions().map((sold) => (change) => changeSubscription(sandbox, sold, change)),
  truths({ state: { ccbill } }, orders) {
    return Object.values(ccbill.subscriptions).flatMap((one) => {
      const order = orders.find(({ id }) => id === one.passedThrough.orderId)
      if (!order) return []
      const { amountMinor, periodDays: days } = one
      const wasGivenBack = one.refunds + one.voids > 0
      return {
        id: one.subscriptionId,
        order,
        amountMinor,
        wasTaken: true,
        dispute: 'none' as const,
        isRight: amountMinor === defaultPrices.USD[order.plan] && days === periodDays[order.plan],
        isHere: !wasGivenBack && one.chargebacks === 0,
        refundedMinor: wasGivenBack ? amountMinor : 0,
      }
    })
  },
  contest: 'reverse',
  refusals: [],
  // Its extract isn't among them: a day of it that can't be read is never read again.
  faultyPath: '/ccbill/utils',
  ends: ['granted', 'returned', 'wrong', 'unheard', 'rival'],
}

function changeSubscription({ ccbill }: PaymentsSandbox, sold: Subscription, change: MoneyChange): void {
  const { subscriptionId: id, refunds, voids, chargebacks } = sold
  if (refunds + voids + chargebacks > 0) return
  if (change === 'refund') ccbill.refund(id)
  if (change === 'part') ccbill.void(id)
  if (change === 'reverse') ccbill.chargeback(id)
}
