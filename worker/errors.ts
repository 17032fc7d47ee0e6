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
      puzzle?: NonNullable<Problem['puzzle']>
      cause?: unknown
    } = {},
  ) {
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause })
  }
}

/**
 * Codes of temporary refusals: another request is doing the work, a part must be sent again, or the platform
 * failed.
 */
const passing: readonly ErrorCode[] = ['conflict', 'unavailable']

/** Returns whether a failure is a permanent refusal, with a sentence for the person who caused it. */
export function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && !passing.includes(error.code)
}

/** Returns whether a failure is a temporary one of the database; drizzle wraps it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  return error instanceof Error && error.cause instanceof DatabaseUnavailableError
}

/** The only text shown for an unforeseen failure. */
export const unexpectedDetail = 'Something went wrong on our side. Please try again.'

/** Returns the refusal for a part of the platform, other than storage, that doesn't answer. */
export function siteBusy(retryAfter = 2): AppError {
  return new AppError('unavailable', 'The site is busy. Please try again in a moment.', { retryAfter })
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} doesn't exist or has been removed.`)
}

/**
 * Returns the one refusal for every video that the caller may not know of, so that responses are identical
 * byte for byte.
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
