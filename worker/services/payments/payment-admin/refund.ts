import type { AdminPaymentDetail, RefundPayment } from '../../../../contract/schemas/payments/payments'
import { formatMoney } from '../../../../contract/values/shared/money'
import { auditOf, disputesOf, shownPayment } from '../../../../db/queries/payments/admin'
import { orderById } from '../../../../db/queries/payments/orders'
import type { PaymentRow } from '../../../../db/queries/payments/payments'
import { AppError, invalidField, notFound } from '../../../errors'
import { type Processor, ProviderDown } from '../../../integrations/payments/provider'
import { describeError, log } from '../../../log'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { keepPayment, processorOf } from '../payments'
import { getPayment } from './detail'
import { refundable } from './refundable'

/**
 * Refunds a payment in whole or in part. keepPayment does what follows (ledger, term, email), as for refunds
 * made on the provider's own site.
 */
export async function refundPayment(
  ctx: UserContext,
  id: string,
  { amountMinor, reason }: RefundPayment,
): Promise<AdminPaymentDetail> {
  const [shown] = await shownPayment(ctx.db, id)
  if (!shown) throw notFound('The payment')
  const processor = processorOf(ctx, shown.payment.provider)
  if (!processor) throw new AppError('conflict', "This payment can't be refunded from here.")
  try {
    // The payment as it is now: it may have been refunded on the provider's own site.
    const payment = await mirror(ctx, processor, shown.payment)
    await giveBack(ctx, processor, payment, amountMinor ?? refundable(ctx, payment), reason)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    throw new AppError('unavailable', "The payment provider can't be reached. Try again in a few minutes.", {
      cause: error,
    })
  }
  try {
    await mirror(ctx, processor, shown.payment)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    // The refund was made, and an error would invite another one. The provider's webhook updates our books.
    log('warn', 'payments.refund-unread', { requestId: ctx.requestId, ...describeError(error) })
  }
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
  amountMinor: number,
  reason: string,
): Promise<void> {
  const { id, currency, providerPaymentId, refundedMinor } = payment
  const left = refundable(ctx, payment)
  if (left <= 0) throw new AppError('conflict', 'This payment has already been fully refunded.')
  if (amountMinor > left)
    throw invalidField('amountMinor', `At most ${formatMoney(left, currency)} left to refund.`)
  const contested = (await disputesOf(ctx.db, id)).some(
    ({ status, stage }) => status === 'open' && stage !== 'inquiry',
  )
  // The bank may take the money back as well, and it must not be returned twice.
  if (contested)
    throw new AppError(
      'conflict',
      "The buyer's bank is reviewing this payment. Respond on the provider's site.",
    )
  const key = await keyOf(ctx, payment, amountMinor)
  const note = (action: string, returnedMinor = 0) => {
    const after = { refundedMinor: refundedMinor + returnedMinor }
    const details = { amountMinor, currency, key, before: { refundedMinor }, after }
    return audit(ctx, { action, subject: 'payment', subjectId: id, reason, details })
  }
  // Recorded first: whatever the response, it is known who requested it.
  await note(asked)
  const outcome = await processor.refund(providerPaymentId, amountMinor, currency, key)
  await note(answered[outcome.kind], outcome.kind === 'done' ? amountMinor : 0)
  if (outcome.kind === 'refused') throw new AppError('conflict', outcome.message)
}

const asked = 'payment.refund'
const answered = {
  done: 'payment.refunded',
  pending: 'payment.refund-pending',
  refused: 'payment.refund-refused',
} as const

/**
 * Returns the idempotency key, by which the provider returns the money only once. Two clicks see the same
 * books and make the same key; so does a retry after a lost response, even if the books show the refund by
 * now. After a definite refusal, the same key would only repeat it.
 */
async function keyOf(
  { db }: UserContext,
  { id, refundedMinor }: PaymentRow,
  amountMinor: number,
): Promise<string> {
  const acts = await auditOf(db, id)
  const last = acts.findLast(({ action }) => action.startsWith(asked))
  if (last?.action === asked && last.amountMinor === amountMinor && last.key !== null) return last.key
  const refusals = acts.filter(({ action }) => action === answered.refused).length
  return ['refund', id, refundedMinor, amountMinor, refusals].join('-')
}
