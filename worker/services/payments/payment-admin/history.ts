import type { AdminPaymentDetail } from '#contract/schemas/payments/payments'
import { formatAmount } from '#contract/values/payments/amounts'
import type { disputes, entitlementEvents, ledger } from '#db/schema'
import { isoTime } from '../../shared/time'
import type { Act } from './refund-acts'

interface Records {
  events: (typeof entitlementEvents.$inferSelect)[]
  movements: (typeof ledger.$inferSelect)[]
  disputes: (typeof disputes.$inferSelect)[]
  acts: Act[]
  /** The payment's currency. */
  currency: string
}

/** Returns a payment's history in words, oldest first. */
export function historyOf({
  events,
  movements,
  disputes,
  acts,
  currency,
}: Records): AdminPaymentDetail['history'] {
  // Entries with the same time, in causal order.
  const entries = [
    ...acts.map((act) => ({ at: act.at, kind: 'administration', text: actText(act, currency) })),
    ...movements.map((row) => ({
      at: row.at,
      kind: row.kind,
      text: `${movementTexts[row.kind]} ${unsignedText(row)} (${row.providerRef})`,
    })),
    ...events.map(({ at, kind, days, cause }) => ({
      at,
      kind,
      text: `${kind === 'grant' ? `${days} days of premium added` : eventTexts[kind]}: ${causeText(cause)}`,
    })),
    ...disputes.map((row) => ({
      at: row.updatedAt,
      kind: 'dispute',
      text: [`Dispute ${row.disputeId}`, row.stage, row.status, row.outcome].filter(Boolean).join(', '),
    })),
  ]
  return entries.sort((a, b) => a.at - b.at).map(({ at, kind, text }) => ({ at: isoTime(at), kind, text }))
}

function actText({ action, username, reason, amountMinor }: Act, currency: string): string {
  const who = username ?? 'the system'
  const sum = amountMinor === null ? '' : ` of ${formatAmount({ currency, amountMinor, amountAtomic: null })}`
  const text = actTexts[action]?.(who, sum) ?? `${action}, by ${who}`
  return reason ? `${text}: ${reason}` : text
}

const actTexts: Record<string, (who: string, sum: string) => string> = {
  'payment.refund': (who, sum) => `Refund${sum} asked for by ${who}`,
  'payment.refunded': (who, sum) => `Refund${sum} made, as ${who} asked`,
  'payment.refund-pending': (who, sum) => `Refund${sum} under way, as ${who} asked`,
  'payment.refund-refused': (who, sum) => `Refund${sum} refused by the provider, asked for by ${who}`,
  'payment.refund-unknown': (who, sum) =>
    `Refund${sum} asked for by ${who}, without a clear answer of the provider`,
  'claim.approve': (who) => `Claim approved by ${who}`,
}

/** Puts an event's stored cause into words. */
function causeText(cause: string): string {
  const [what = '', id, stage] = cause.split(':')
  switch (what) {
    case 'settle':
      return 'paid'
    case 'claim':
      return `claim ${id}`
    case 'refund':
      return 'the money was returned'
    case 'dispute':
      return [`dispute ${id}`, stage?.replace('_', ' ')].filter(Boolean).join(', ')
    case 'reversal':
      return `the provider reversed the payment on ${id}`
    case 'given-back':
      return `the provider returned the money by ${id}`
    default:
      return cause
  }
}

/** Formats an amount without a sign: the word before it gives the direction. */
function unsignedText({ currency, amountMinor, amountAtomic }: typeof ledger.$inferSelect): string {
  return formatAmount({
    currency,
    amountMinor: amountMinor === null ? null : Math.abs(amountMinor),
    amountAtomic: amountAtomic?.replace('-', '') ?? null,
  })
}

const movementTexts = {
  charge: 'Received',
  refund: 'Returned',
  chargeback: 'Charged back',
  chargeback_won: 'Charge-back won',
} as const

const eventTexts = {
  revoke: 'Premium from this payment revoked',
  hold: 'Premium from this payment on hold',
  release: 'Hold released',
} as const
