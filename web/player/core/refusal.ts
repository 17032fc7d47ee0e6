import type { ErrorCode } from '#contract/values/shared/errors'

/** Why the site sends no bytes of a video. Trying again won't help until something else has changed. */
export type Refusal =
  | 'cookies_blocked'
  | 'age_gate'
  | 'forbidden'
  | 'not_found'
  | 'region_blocked'
  | 'maintenance'

const own: readonly ErrorCode[] = ['age_gate', 'region_blocked', 'maintenance'] satisfies Refusal[]

/** By status, for answers that aren't the worker's. */
const ofStatus: Readonly<Record<number, Refusal>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  410: 'not_found',
  451: 'region_blocked',
}

/** Returns the refusal in an answer; null for one that may pass. */
export function refusalOf(status: number, code: ErrorCode | undefined): Refusal | null {
  return code && own.includes(code) ? (code as Refusal) : (ofStatus[status] ?? null)
}
