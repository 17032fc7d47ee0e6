import type { Plan } from '../../../../contract/values/payments/prices'
import { day } from '../../../../contract/values/shared/time'

export interface EntitlementEvent {
  kind: 'grant' | 'revoke' | 'hold' | 'release'
  paymentId: string
  /** Of a grant. */
  days: number
  at: number
  /** What the payment bought. */
  plan: Plan | null
}

/** What one payment adds: terms follow one another without a gap while they last. */
export interface Term {
  paymentId: string
  plan: Plan | null
  from: number
  until: number
}

export interface Entitlement {
  terms: Term[]
  /** End of the last term, in milliseconds; 0 where there is none. */
  premiumUntil: number
  /** Of the last term. */
  plan: Plan | null
  /** Of the newest payment that was ever granted. */
  state: 'running' | 'suspended' | 'revoked'
}

/**
 * What an account's events, oldest first, add up to. A payment counts unless it was revoked, or is on hold and wasn't
 * released since. Without one the others are counted anew, each from where it was granted or the one before it ends.
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
    // One release lifts every hold on the payment; what was revoked stays so.
    if (kind === 'release') held.delete(paymentId)
  }
  return { revoked, held }
}
