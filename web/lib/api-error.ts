import type { FieldError, Problem } from '../../contract/values/shared/errors'

/** A refusal of the API. `message` is the status and the body, for logs; `detail` is a sentence for people. */
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

  /** Sentences by the name of the field they belong to. */
  get fieldErrors(): Record<string, string> {
    const errors: FieldError[] = this.problem?.errors ?? []
    return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
  }
}

/** A sentence for a toast, whatever was thrown. */
export function errorDetail(error: unknown): string {
  if (error instanceof ApiError) return error.detail
  // What fetch throws when no answer came at all.
  if (error instanceof TypeError) return 'The site could not be reached. Check your connection and try again.'
  return 'Something went wrong. Please try again.'
}

function parseProblem(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' && 'code' in value ? (value as Problem) : null
  } catch {
    return null
  }
}
