import { providerNames } from '#contract/values/payments/method-names'
import { day, hour } from '#contract/values/shared/time'
import { paymentsBetween } from '#db/queries/payments/payments'
import type { Processor, VerifiedPayment } from '#worker/integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'

/** Time for a new payer to claim the payment first. */
const claimTime = hour
const wentBack = ['refunded', 'reversed']
const moneyMoved = ['captured', 'partially_refunded', ...wentBack]

/** Compares a payment with its row. Failed attempts don't matter, unless we took them for something else. */
export function isSame(payment: VerifiedPayment, row: Entry | undefined): boolean {
  if (!row) return !moneyMoved.includes(payment.status)
  if (row.status !== payment.status || row.refundedMinor !== payment.refundedMinor) return false
  // The run that recorded it may have died before the term was stopped.
  if (wentBack.includes(row.status)) return row.grantedTo === null || row.stopped
  // A payment without an order waits for a claim: checking it again is pointless.
  return payment.status !== 'captured' || row.grantedTo !== null || row.orderId === null
}

type Entry = Awaited<ReturnType<typeof paymentsBetween>>[number]
type Books = Map<string, Entry>

/** Returns our own payments since a time, by the provider's ID. */
export async function ours(ctx: ServiceContext, processor: Processor, since: number): Promise<Books> {
  // The clocks of providers differ from ours.
  const rows = await paymentsBetween(ctx.db, processor.id, since, ctx.now + day)
  return new Map(rows.map((row) => [row.providerPaymentId, row]))
}

/**
 * Alerts administrators to changes that came from looking payments up, and to money that went to no account.
 */
export async function compare(
  ctx: ServiceContext,
  processor: Processor,
  before: Books,
  after: Books,
): Promise<void> {
  for (const [providerPaymentId, now] of after) {
    const then = before.get(providerPaymentId)
    const about = { paymentId: now.id, ...(now.orderId && { orderId: now.orderId }) }
    const name = `${providerNames[processor.id]} ${providerPaymentId}`
    const isCaptured = now.status === 'captured' || now.status === 'partially_refunded'
    if (isCaptured && now.grantedTo === null && ctx.now - now.paidAt > claimTime) {
      const text = `${name} was captured but not granted to anyone: a claim may be waiting for it, or it has no order.`
      await raiseAlert(ctx, { ...about, dedupeKey: `ungranted:${now.id}`, kind: 'ungranted', text })
    } else if (isCaptured && now.grantedTo !== null && then?.grantedTo == null) {
      const text = `${name} was captured but hadn't been granted. It has been now.`
      await raiseAlert(ctx, { ...about, dedupeKey: `repaired:${now.id}`, kind: 'repaired', text })
    }
    const isNews = then && (then.status !== now.status || then.stopped !== now.stopped)
    if (isNews && wentBack.includes(now.status)) {
      const text = `${name} is ${now.status} at the provider, and was ${then.status} here. Its term was stopped.`
      await raiseAlert(ctx, {
        ...about,
        dedupeKey: `returned:${now.id}:${now.status}`,
        kind: 'repaired',
        text,
      })
    }
  }
}

/**
 * Compares facts that a provider's list may show and its payments don't: amounts, and money that went back. A
 * captured payment without a row is money whose notice never came.
 */
export async function compareWithList(
  ctx: ServiceContext,
  { id }: Processor,
  listed: readonly VerifiedPayment[],
  after: Books,
): Promise<void> {
  for (const { providerPaymentId, amountMinor, currency, status } of listed) {
    const row = after.get(providerPaymentId)
    const name = `${providerNames[id]} ${providerPaymentId}`
    if (!row && status === 'captured') {
      const text = `${name} is in the provider's list and paid for no order of ours, or not exactly. Its notice may be lost: have it sent again, or refund it.`
      await raiseAlert(ctx, { dedupeKey: `listed:${id}:${providerPaymentId}`, kind: 'ungranted', text })
    }
    if (row && wentBack.includes(status) && !wentBack.includes(row.status)) {
      const text = `${name} is ${status} in the provider's list, and ${row.status} by its own record and here. Look it up on the provider's site, and end its term if the money is gone.`
      await raiseAlert(ctx, {
        paymentId: row.id,
        dedupeKey: `listed:${row.id}:${status}`,
        kind: 'review',
        text,
      })
    }
    if (!row || amountMinor === null || currency !== row.currency || amountMinor === row.amountMinor) continue
    const text = `${name} is ${amountMinor} minor units of ${currency} in the provider's list, and ${row.amountMinor} here.`
    await raiseAlert(ctx, { paymentId: row.id, dedupeKey: `amount:${row.id}`, kind: 'review', text })
  }
}
