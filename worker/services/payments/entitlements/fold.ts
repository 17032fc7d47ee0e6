import type { Plan } from '#contract/values/payments/prices'
import { addedTerm } from '#contract/values/payments/term'

export interface EntitlementEvent {
  kind: 'grant' | 'revoke' | 'hold' | 'release'
  /** ID of the payment or gift, or hash of the gift code. */
  source: string
  /** Only for a grant. */
  days: number
  at: number
  /** The plan that the payment bought; null for a gift or a gift code. */
  plan: Plan | null
}

/** The term that one payment, gift or code adds. Each starts when the one before it ends, if that still runs. */
export interface Term {
  source: string
  plan: Plan | null
  from: number
  until: number
}

export interface Entitlement {
  terms: Term[]
  /** End of the last term, in milliseconds; 0 when there is none. */
  premiumUntil: number
  /** The plan bought last among the terms. */
  plan: Plan | null
  /** State of the newest payment or gift that was ever granted. */
  state: 'running' | 'suspended' | 'revoked'
}

/**
 * Folds an account's events, oldest first. A payment that was revoked or is held doesn't count. A revoked gift counts
 * until it was revoked: without it, paid terms behind it would move into the past. Each term starts at its grant or at
 * the end of the one before.
 */
export function fold(events: readonly EntitlementEvent[]): Entitlement {
  const { revoked, held } = struck(events)
  const grants = events.filter(({ kind }) => kind === 'grant')
  const terms: Term[] = []
  for (const { source, plan, at, days } of grants) {
    const revokedAt = revoked.get(source)
    const isGift = plan === null
    if (held.has(source) || (revokedAt !== undefined && !isGift)) continue
    const added = addedTerm({ at, runningUntil: terms.at(-1)?.until ?? null, days })
    const until = Math.min(added.until, revokedAt ?? Infinity)
    // A gift that was revoked before its term began has none.
    if (until > added.from) terms.push({ source, plan, from: added.from, until })
  }
  const last = terms.at(-1)
  const newest = grants.at(-1)?.source ?? ''
  const state = revoked.has(newest) ? 'revoked' : held.has(newest) ? 'suspended' : 'running'
  return {
    terms,
    premiumUntil: last?.until ?? 0,
    plan: terms.findLast((term) => term.plan)?.plan ?? null,
    state,
  }
}

function struck(events: readonly EntitlementEvent[]) {
  const revoked = new Map<string, number>()
  const held = new Set<string>()
  for (const { kind, source, at } of events) {
    if (kind === 'revoke') revoked.set(source, at)
    if (kind === 'hold') held.add(source)
    // One release lifts every hold on the payment; a revocation is final.
    if (kind === 'release') held.delete(source)
  }
  return { revoked, held }
}
