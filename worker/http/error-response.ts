import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { ErrorCode, Problem } from '#contract/values/shared/errors'
import type { AppEnv } from '../env'
import { AppError, isDatabaseUnavailable, siteBusy, unexpectedDetail } from '../errors'
import { describeError, log } from '../log'
import { escapeHtml } from './documents/html'
import { plainPage } from './documents/plain-page'

/** Status and title of every code; a forgotten code doesn't compile. */
const table = {
  invalid_input: [400, 'Invalid input'],
  malformed_body: [400, 'Malformed body'],
  unsupported_body: [415, 'Unsupported body'],
  unauthenticated: [401, 'Not signed in'],
  other_account: [401, 'Another account'],
  bad_credentials: [401, 'Wrong credentials'],
  banned: [403, 'Account suspended'],
  forbidden: [403, 'Not allowed'],
  password_required: [403, 'Password needed'],
  proof_needed: [428, 'Proof of work needed'],
  cross_site: [403, 'Cross-site request'],
  age_gate: [403, 'Age not confirmed'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  username_taken: [409, 'Username taken'],
  email_taken: [409, 'Email taken'],
  conflict: [409, 'Conflict'],
  gone: [410, 'Gone'],
  length_required: [411, 'Length required'],
  too_large: [413, 'Too large'],
  unsupported_media: [415, 'Unsupported media'],
  unplayable_media: [422, 'Unplayable media'],
  private_metadata: [422, 'Private metadata'],
  digest_mismatch: [422, 'Digest mismatch'],
  quota_exceeded: [413, 'Quota exceeded'],
  rate_limited: [429, 'Too many requests'],
  region_blocked: [451, 'Unavailable for legal reasons'],
  maintenance: [503, 'Maintenance'],
  unavailable: [503, 'Unavailable'],
  internal: [500, 'Internal error'],
  not_implemented: [501, 'Not implemented'],
} as const satisfies Record<ErrorCode, readonly [number, string]>

/** Returns the status of a refusal. */
export function statusOf({ code }: AppError): (typeof table)[ErrorCode][0] {
  return table[code][0]
}

/**
 * Answers any failure as problem+json, or with a small page if it is the site's own and a browser loads a
 * page. Unknown errors are logged and answered opaquely, with the request ID.
 */
export function errorResponse(error: unknown, c: Context<AppEnv>): Response {
  const refusal = asAppError(error, c)
  const status = statusOf(refusal)
  if (status < 500 || !isDocument(c)) return problemResponse(refusal, requestIdOf(c))
  const { retryAfter } = refusal.options
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
  return plainPage(c, status, {
    title: retryAfter === undefined ? 'Something went wrong' : 'Back in a moment',
    body: `<p>${refusal.detail}</p>
<p>${retryAfter === undefined ? '' : 'This page tries again automatically. '}<a href="">Try again now</a></p>
<p>Request ${escapeHtml(requestIdOf(c))}</p>`,
    retryAfter: retryAfter && Math.max(5, retryAfter),
  })
}

/** Returns whether a browser loads the URL as a page, in a tab or a frame. */
function isDocument({ req }: Context<AppEnv>): boolean {
  const isForPrograms = /^\/(api|media)(\/|$)/.test(req.path)
  return !isForPrograms && req.method === 'GET' && (req.header('accept') ?? '').includes('text/html')
}

export function problemResponse(error: AppError, requestId: string): Response {
  const [status, title] = table[error.code]
  const problem: Problem = {
    type: `/problems/${error.code.replaceAll('_', '-')}`,
    title,
    status,
    detail: error.detail,
    code: error.code,
    ...(error.options.errors && { errors: error.options.errors }),
    ...(error.options.limit && { limit: error.options.limit }),
    ...(error.options.puzzle && { puzzle: error.options.puzzle }),
    // Only on server errors: answers that must be indistinguishable have no ID.
    ...(status >= 500 && { requestId }),
  }
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' }
  if (error.options.retryAfter !== undefined) headers['retry-after'] = String(error.options.retryAfter)
  return new Response(JSON.stringify(problem), { status, headers })
}

function asAppError(error: unknown, c: Context<AppEnv>): AppError {
  if (error instanceof AppError) {
    if (error.cause)
      log('warn', 'refused', { code: error.code, requestId: requestIdOf(c), ...describeError(error.cause) })
    return error
  }
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('malformed_body', "We couldn't read that request.")
  }
  const fields = { requestId: requestIdOf(c), route: routePath(c), ...describeError(error) }
  if (isDatabaseUnavailable(error)) {
    log('warn', 'database.unavailable', fields)
    return siteBusy()
  }
  // The version by which `npm run where` finds the source map.
  log('error', 'unexpected', { version: c.env.VERSION?.id ?? null, ...fields })
  return new AppError('internal', unexpectedDetail)
}

function requestIdOf(c: Context<AppEnv>): string {
  return c.var.ctx?.requestId ?? ''
}
