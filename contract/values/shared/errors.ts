import type { Puzzle } from './proof-of-work'

/** Codes of all of the API's refusals. The server maps each to a status. */
export const errorCodes = [
  'invalid_input',
  'malformed_body',
  'unsupported_body',
  'unauthenticated',
  'other_account',
  'bad_credentials',
  'banned',
  'forbidden',
  'password_required',
  'proof_needed',
  'cross_site',
  'age_gate',
  'not_found',
  'method_not_allowed',
  'username_taken',
  'email_taken',
  'conflict',
  'gone',
  'length_required',
  'too_large',
  'unsupported_media',
  'unplayable_media',
  'private_metadata',
  'digest_mismatch',
  'quota_exceeded',
  'rate_limited',
  'region_blocked',
  'maintenance',
  'unavailable',
  'internal',
  'not_implemented',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The body of every refusal: RFC 9457, `application/problem+json`. */
export interface Problem {
  type: string
  title: string
  status: number
  /** A sentence fit for a toast. */
  detail: string
  code: ErrorCode
  /** Only for failures on our side, for the log. */
  requestId?: string
  errors?: FieldError[]
  /** For a limit that people plan around: a sentence that names it, and the time at which it ends. */
  limit?: { reached: string; endsAt: string }
  /** For `proof_needed`: solve it, and send the same request again with the proof. */
  puzzle?: Puzzle
}

export interface FieldError {
  /** Name of the field in the body or query; nested fields are joined by dots. */
  path: string
  message: string
}
