import { decimalOf } from '#worker/integrations/payments/money'
import { ProviderDown, type RefundOutcome } from '#worker/integrations/payments/provider'
import { type BtcpayApi, invoicePath, known, storePath } from './api'
import { exactMinor } from './money'
import {
  type Invoice,
  invoice as invoiceShape,
  type PullPayment,
  payouts,
  pullPayment,
  pullPayments,
} from './shapes'

/** Money that was sent back. */
export interface Refund {
  id: string
  invoiceId: string
  amountMinor: number
  /** Milliseconds. */
  at: number
}

/** The server names a refund like this too, when its owner makes one on its own pages. */
function nameOf(invoiceId: string): string {
  return `Refund ${invoiceId}`
}

/** Returns the invoice that a refund's link gives back. */
export async function invoiceOfPull(api: BtcpayApi, pullPaymentId: string): Promise<string | null> {
  const path = `/pull-payments/${encodeURIComponent(pullPaymentId)}`
  const found = known(await api.get('read-refund', path, pullPayment))
  return /^Refund (\w{1,64})$/.exec(found?.name ?? '')?.[1] ?? null
}

/** Returns the links that were made to give invoices back; null without the permission to see them. */
export async function pullsOf(api: BtcpayApi, ids: readonly string[]): Promise<PullPayment[] | null> {
  const reply = await api.get(
    'read-refunds',
    storePath(api, '/pull-payments?includeArchived=true'),
    pullPayments,
  )
  if (!reply.ok && reply.status === 403) return null
  const names = ids.map(nameOf)
  return (known(reply) ?? []).filter(({ name }) => names.includes(name ?? ''))
}

/**
 * Returns the refunds of each invoice. An amount in another currency than the invoice's, which an owner can
 * choose on the server's own pages, isn't known in this one and doesn't count.
 */
export async function refundsOf(api: BtcpayApi, found: readonly Invoice[]): Promise<Refund[]> {
  const refunds: Refund[] = []
  const ids = found.map(({ id }) => id)
  for (const pull of (await pullsOf(api, ids)) ?? []) {
    const of = found.find(({ id }) => nameOf(id) === pull.name)
    for (const sent of of ? await sentBy(api, pull) : []) {
      if (sent.currency === of?.currency) refunds.push({ ...sent, invoiceId: of.id })
    }
  }
  return refunds
}

export async function sentBy(api: BtcpayApi, { id }: PullPayment) {
  const path = `/pull-payments/${encodeURIComponent(id)}/payouts`
  const found = known(await api.get('read-payouts', path, payouts)) ?? []
  return found
    .filter(({ state }) => state === 'Completed')
    .map(({ id, originalAmount, originalCurrency, date }) => ({
      id,
      currency: originalCurrency,
      amountMinor: exactMinor(originalAmount) ?? 0,
      at: date * 1000,
    }))
}

/**
 * Makes a link, where the buyer says where to send the money; the owner then approves it. The key is written
 * into it, so that a repetition finds it.
 */
export async function refundInvoice(
  api: BtcpayApi,
  id: string,
  minor: number,
  currency: string,
  key: string,
): Promise<RefundOutcome> {
  const found = known(await api.get('read-invoice', invoicePath(api, id), invoiceShape))
  if (!found) return refusal('invoice-not-found')
  const made = await pullsOf(api, [id])
  // Without seeing the existing links, a repetition would create a second one.
  if (!made) return refusal('missing-permission')
  const earlier = made.find(({ description }) => description?.includes(key))
  if (earlier) {
    const isDone = (await sentBy(api, earlier)).length > 0
    return { kind: isDone ? 'done' : 'pending', refundId: earlier.id }
  }
  if ((await promisedBy(api, made)) + minor > (exactMinor(found.paidAmount ?? found.amount) ?? 0))
    return { kind: 'refused', code: 'open-link', message: openLink }
  const body = {
    name: nameOf(id),
    description: `Reference: ${key}`,
    refundVariant: 'Custom',
    customAmount: decimalOf(minor),
    customCurrency: currency,
  }
  const reply = await api.post('refund', invoicePath(api, id, '/refund'), body, pullPayment)
  if (reply.ok) return { kind: 'pending', refundId: reply.value.id }
  if (reply.status === 401) throw new ProviderDown(reply.code)
  return refusal(reply.code)
}

/**
 * Returns the sum of all open links and of the money sent. A link may be used at any time, also one of the
 * owner's: together they must not exceed the payment.
 */
async function promisedBy(api: BtcpayApi, made: readonly PullPayment[]): Promise<number> {
  let promised = 0
  for (const pull of made) {
    if (!pull.archived) promised += exactMinor(pull.amount) ?? 0
    else for (const sent of await sentBy(api, pull)) promised += sent.amountMinor
  }
  return promised
}

const openLink =
  "Links for this payment's refund are open already. Send the buyer the one in the record, or archive it in BTCPay Server first."

function refusal(code: string): RefundOutcome {
  return { kind: 'refused', code, message: `BTCPay Server refused the refund (${code}).` }
}
