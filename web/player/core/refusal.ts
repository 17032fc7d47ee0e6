import type { ErrorCode } from '#contract/values/shared/errors'

/** Why the site sends no bytes of a video. Trying again won't help until something else has changed. */
export type Refusal =
  | 'cookies_blocked'
  | 'age_gate'
  | 'forbidden'
  | 'not_found'
  | 'region_blocked'
  | 'maintenance'

const ofCode: Readonly<Partial<Record<ErrorCode, Refusal>>> = {
  age_gate: 'age_gate',
  region_blocked: 'region_blocked',
  maintenance: 'maintenance',
  forbidden: 'forbidden',
  unauthenticated: 'forbidden',
}

/** By status, for answers that aren't the worker's. A 401 or 403 is then a firewall's, which knows no membership. */
const ofStatus: Readonly<Record<number, Refusal>> = {
  404: 'not_found',
  410: 'not_found',
  451: 'region_blocked',
}

/** Returns the refusal in an answer; null for one that may pass. */
export function refusalOf(status: number, code: ErrorCode | undefined): Refusal | null {
  return (code && ofCode[code]) ?? ofStatus[status] ?? null
}
