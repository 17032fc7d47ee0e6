import type { ErrorCode, FieldError, Problem } from '#contract/values/shared/errors'
import { DatabaseUnavailableError } from '#db/patience'

/**
 * A refusal. `detail` is a sentence fit for a toast; internals go to `cause`, which is logged, never sent.
 */
export class AppError extends Error {
  override readonly name = 'AppError'

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly options: {
      errors?: FieldError[]
      retryAfter?: number
      limit?: NonNullable<Problem['limit']>
      cause?: unknown
    } = {},
  ) {
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause })
  }
}

/** Refusals that may soon be over: another request is at it, a part must be sent again, the platform failed. */
const passing: readonly ErrorCode[] = ['conflict', 'unavailable']

/** Returns whether a failure is a refusal that stays one, with a sentence for the person who caused it. */
export function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && !passing.includes(error.code)
}

/** Whether a failure is the database's, which will pass; drizzle wraps it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  return error instanceof Error && error.cause instanceof DatabaseUnavailableError
}

/** The only text shown for an unforeseen failure. */
export const unexpectedDetail = 'Something went wrong on our side. Please try again.'

/** Something of the platform, other than storage, doesn't answer now. */
export function siteBusy(retryAfter = 2): AppError {
  return new AppError('unavailable', 'The site is busy. Please try again in a moment.', { retryAfter })
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} doesn't exist or has been removed.`)
}

/**
 * Returns one refusal for every video that the caller may not know of, so that answers are identical byte for
 * byte.
 */
export function videoNotFound(): AppError {
  return notFound("The video you're looking for")
}

export function nothingHere(): AppError {
  return new AppError('not_found', "There's nothing at this URL.")
}

export function invalidField(path: string, message: string): AppError {
  return new AppError('invalid_input', message, { errors: [{ path, message }] })
}
