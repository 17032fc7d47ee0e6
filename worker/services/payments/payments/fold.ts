import type { Plan } from '../../../../contract/values/payments/prices'
import { day } from '../../../../contract/values/shared/time'

export interface EntitlementEvent {
  kind: 'grant' | 'revoke' | 'hold' | 'release'
  paymentId: string
  /** Only for a grant. */
  days: number
  at: number
  /** The plan that the payment bought. */
  plan: Plan | null
}

/** The term that one payment adds. Each starts when the one before it ends, if that still runs. */
export interface Term {
  paymentId: string
  plan: Plan | null
  from: number
  until: number
}

export interface Entitlement {
  terms: Term[]
  /** End of the last term, in milliseconds; 0 when there is none. */
  premiumUntil: number
  /** The last term's plan. */
  plan: Plan | null
  /** State of the newest payment that was ever granted. */
  state: 'running' | 'suspended' | 'revoked'
}

/**
 * Folds an account's events, oldest first. Revoked and held payments don't count; each remaining term starts
 * at its grant or at the end of the one before.
 */
export function fold(events: readonly EntitlementEvent[]): Entitlement {
  const { revoked, held } = struck(events)
  const grants = events.filter(({ kind }) => kind === 'grant')
  const terms: Term[] = []
  for (const { paymentId, plan, at, days } of grants) {
    if (revoked.has(paymentId) || held.has(paymentId)) continue
    const from = Math.max(terms.at(-1)?.until ?? 0, at)
    terms.push({ paymentId, plan, from, until: from + days * day })
  }
  const last = terms.at(-1)
  const newest = grants.at(-1)?.paymentId ?? ''
  const state = revoked.has(newest) ? 'revoked' : held.has(newest) ? 'suspended' : 'running'
  return { terms, premiumUntil: last?.until ?? 0, plan: last?.plan ?? null, state }
}

function struck(events: readonly EntitlementEvent[]) {
  const revoked = new Set<string>()
  const held = new Set<string>()
  for (const { kind, paymentId } of events) {
    if (kind === 'revoke') revoked.add(paymentId)
    if (kind === 'hold') held.add(paymentId)
    // One release lifts every hold on the payment; a revocation is final.
    if (kind === 'release') held.delete(paymentId)
  }
  return { revoked, held }
}
