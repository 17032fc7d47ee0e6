import type { FieldError, Problem } from '#contract/values/shared/errors'

/**
 * An error response of the API. `message` holds the status and the body, for logs; `detail` is a sentence for
 * people.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Null when something other than our worker answered. */
  readonly problem: Problem | null

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.problem = parseProblem(body)
  }

  get detail(): string {
    return this.problem?.detail || 'Something went wrong. Please try again.'
  }

  /** Sentences by the name of their field. */
  get fieldErrors(): Record<string, string> {
    const errors: FieldError[] = this.problem?.errors ?? []
    return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
  }
}

/** An error of our own whose message is a sentence for people. */
export class PlainError extends Error {
  override readonly name: string = 'PlainError'
}

/** Returns a sentence for a toast, whatever was thrown. */
export function errorDetail(error: unknown): string {
  if (error instanceof ApiError) return error.detail
  if (error instanceof PlainError) return error.message
  // fetch throws a TypeError when it gets no response at all.
  if (error instanceof TypeError) return "Couldn't reach the site. Check your connection and try again."
  return 'Something went wrong. Please try again.'
}

/** Returns whether the same request may succeed later: nothing answered, or the server was in trouble. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError ? error.status >= 500 : error instanceof TypeError
}

function parseProblem(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' && 'code' in value ? (value as Problem) : null
  } catch {
    return null
  }
}
