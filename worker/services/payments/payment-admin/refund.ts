import type { AdminPaymentDetail, RefundPayment } from '#contract/schemas/payments/payments'
import { providerNames } from '#contract/values/payments/method-names'
import { formatMoney } from '#contract/values/shared/money'
import { always } from '#db/conditions'
import { auditOf, disputesOf, shownPayment, wherePaymentUntouched } from '#db/queries/payments/admin'
import { orderById } from '#db/queries/payments/orders'
import type { PaymentRow } from '#db/queries/payments/payments'
import { AppError, invalidField, notFound } from '#worker/errors'
import { type Processor, ProviderDown, type RefundOutcome } from '#worker/integrations/payments/provider'
import { describeError, log } from '#worker/log'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { processorOf } from '../processors'
import { keepPayment } from '../settlement/keep'
import { getPayment } from './detail'
import { type Act, answered, asked, isUnclear, lastTry } from './refund-acts'
import { refundable } from './refundable'

/**
 * Refunds a payment in whole or in part, as far as its provider can. keepPayment updates ledger and term and
 * emails the member, as for refunds made on the provider's own site.
 */
export async function refundPayment(
  ctx: UserContext,
  id: string,
  input: RefundPayment,
): Promise<AdminPaymentDetail> {
  const [shown] = await shownPayment(ctx.db, id)
  if (!shown) throw notFound('The payment')
  const processor = processorOf(ctx, shown.payment.provider)
  if (!processor) throw new AppError('conflict', "This payment can't be refunded from here.")
  const name = providerNames[processor.id]
  if (processor.refunds === 'manual') throw new AppError('conflict', `Refund this payment on ${name}'s site.`)
  let outcome: RefundOutcome
  try {
    // The payment as it is now: it may have been refunded on the provider's own site.
    const payment = await mirror(ctx, processor, shown.payment)
    outcome = await giveBack(ctx, processor, payment, input)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    throw new AppError('unavailable', "The payment provider can't be reached. Try again in a few minutes.", {
      cause: error,
    })
  }
  let after: PaymentRow | null = null
  try {
    after = await mirror(ctx, processor, shown.payment)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    // The refund was made, and an error would invite another one. The provider's webhook updates our books.
    log('warn', 'payments.refund-unread', { requestId: ctx.requestId, ...describeError(error) })
  }
  if (outcome.kind === 'unknown' && after?.status !== 'refunded')
    throw new AppError(
      'conflict',
      `${name} didn't say whether it made the refund (${outcome.code}). Look at the payment on its site before you try again.`,
    )
  return getPayment(ctx, id)
}

async function mirror(ctx: UserContext, processor: Processor, payment: PaymentRow): Promise<PaymentRow> {
  const [order] = await orderById(ctx.db, payment.orderId ?? '')
  const verified = await processor.read(payment.providerPaymentId, order ?? null)
  if (!verified) throw new AppError('conflict', 'The provider has no record of this payment.')
  return keepPayment(ctx, verified)
}

async function giveBack(
  ctx: UserContext,
  processor: Processor,
  payment: PaymentRow,
  { amountMinor: wanted, reason, checkedThere }: RefundPayment,
): Promise<RefundOutcome> {
  const { id, currency, providerPaymentId, refundedMinor } = payment
  const left = refundable(ctx, payment)
  const amountMinor = wanted ?? left
  if (left <= 0) throw new AppError('conflict', 'This payment has already been fully refunded.')
  if (amountMinor > left)
    throw invalidField('amountMinor', `At most ${formatMoney(left, currency)} left to refund.`)
  const isWhole = processor.refunds === 'whole'
  const name = providerNames[processor.id]
  if (isWhole && amountMinor !== left)
    throw invalidField('amountMinor', `${name} only refunds the whole payment.`)
  const contested = (await disputesOf(ctx.db, id)).some(
    ({ status, stage }) => status === 'open' && stage !== 'inquiry',
  )
  // The bank may take the money back as well, and it must not be returned twice.
  if (contested)
    throw new AppError(
      'conflict',
      "The buyer's bank is reviewing this payment. Respond on the provider's site.",
    )
  const acts = await auditOf(ctx.db, id)
  if (isUnclear(processor, acts) && !checkedThere)
    throw new AppError(
      'conflict',
      `An earlier refund of this payment may have been made. Look at it on ${name}'s site, then say so here.`,
    )
  const key = keyOf(acts, payment, amountMinor)
  const note = (action: string, returnedMinor = 0, onlyIf = always) => {
    const after = { refundedMinor: refundedMinor + returnedMinor }
    const checked = checkedThere && { checkedThere }
    const details = { amountMinor, currency, key, ...checked, before: { refundedMinor }, after }
    return audit(ctx, { action, subject: 'payment', subjectId: id, reason, details }, onlyIf)
  }
  // Recorded first, so that the log has the requester whatever the response. Without a key, the record is
  // what keeps two requests apart.
  const seen = acts.at(-1)?.id ?? 0
  const { meta } = await note(asked, 0, isWhole ? wherePaymentUntouched(id, seen) : always)
  if (meta.changes === 0) throw new AppError('conflict', 'Someone else is refunding this payment.')
  const outcome = await processor.refund(providerPaymentId, amountMinor, currency, key)
  await note(answered[outcome.kind], outcome.kind === 'done' ? amountMinor : 0)
  if (outcome.kind === 'refused') throw new AppError('conflict', outcome.message)
  return outcome
}

/**
 * Returns the idempotency key, by which the provider returns the money only once. Two clicks see the same
 * books and make the same key; so does a retry after a lost response, even if the books show the refund by
 * now. After a definite refusal, the same key would only repeat it.
 */
function keyOf(acts: readonly Act[], { id, refundedMinor }: PaymentRow, amountMinor: number): string {
  const last = lastTry(acts)
  if (last?.action === asked && last.amountMinor === amountMinor && last.key !== null) return last.key
  const refusals = acts.filter(({ action }) => action === answered.refused).length
  return ['refund', id, refundedMinor, amountMinor, refusals].join('-')
}
