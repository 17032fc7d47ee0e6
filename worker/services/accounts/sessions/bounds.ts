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

/** Returns the times after which a valid session of the account must have been started and last seen. */
export function standingAfter(account: Pick<UserActor, 'staff'>, now: number): StandingAfter {
  const { idle, whole } = boundsOf(account)
  return { seen: now - idle - 1, started: now - whole - 1 }
}

/** Returns for how long after its issue a token opens media, where the session's last use isn't known. */
export function mediaTrustMs(account: Pick<UserActor, 'staff'>): number {
  return boundsOf(account).idle
}

/** Returns for how many seconds a token issued now is valid: never longer than its session may last. */
export function tokenSeconds({ startedAt, staff }: UserActor, now: number): number {
  const left = startedAt + boundsOf({ staff }).whole - now
  return Math.floor(Math.min(boundsOf({ staff: null }).idle, left) / 1000)
}
