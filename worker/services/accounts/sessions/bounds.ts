import { day, hour } from '#contract/values/shared/time'
import type { StandingAfter } from '#db/queries/accounts/sessions'
import type { UserActor } from '../../context'

export interface Bounds {
  /** How long an unused session lasts. */
  idle: number
  /** How long a session lasts in all, however much it is used. */
  whole: number
}

/** Returns the bounds of a session in milliseconds. They follow the account's current role. */
export function boundsOf({ staff }: Pick<UserActor, 'staff'>): Bounds {
  return staff ? { idle: 12 * hour, whole: 7 * day } : { idle: 30 * day, whole: 180 * day }
}

/** Returns what an account's sessions that haven't ended are later than. */
export function standingAfter(account: Pick<UserActor, 'staff'>, now: number): StandingAfter {
  const { idle, whole } = boundsOf(account)
  return { seen: now - idle - 1, started: now - whole - 1 }
}

/** Returns how long after it was issued a token opens media, which knows nothing of the session's last use. */
export function mediaTrustMs(account: Pick<UserActor, 'staff'>): number {
  return boundsOf(account).idle
}

/** Returns how long a token lasts that is issued now: never longer than its session may. */
export function tokenSeconds({ startedAt, staff }: UserActor, now: number): number {
  const left = startedAt + boundsOf({ staff }).whole - now
  return Math.floor(Math.min(boundsOf({ staff: null }).idle, left) / 1000)
}
