import type { z } from 'zod'
import type { PaymentProviderId } from '#contract/values/payments/payments'
import { log } from '../../log'
import { readText } from '../read-text'
import { admit, noteFailure, noteSuccess } from './circuit'
import { ProviderDown } from './provider'

/** An adapter's dependencies for a request. */
export interface Outside {
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  now: number
}

export interface Call {
  provider: PaymentProviderId
  /** Name of the step for the log: `capture`. */
  step: string
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** Safe to resend: it only reads, or carries an idempotency key. */
  repeatable: boolean
  /** The answer isn't JSON. */
  plain?: boolean
}

/** `json` is undefined when the body isn't JSON; only answers below 500 other than 429 are returned. */
export interface Answer {
  status: number
  json: unknown
  text: string
}

/**
 * Milliseconds for each attempt, since the buyer waits. If a capture completes meanwhile, asking again finds
 * it.
 */
const answerTimeout = 10_000
/** A page of a hundred payments is some 150 kB. */
const longestBody = 1024 * 1024
const attempts = 3
/** Milliseconds. A longer Retry-After isn't waited for, since a buyer is waiting. */
const longestPause = 3_000

/**
 * Calls a provider. A failure is retried twice where that is harmless, except for a timeout, which has used
 * up the buyer's patience. Throws ProviderDown.
 */
export async function ask(outside: Outside, call: Call): Promise<Answer> {
  const service = `${call.provider} ${new URL(call.url).origin}`
  admit(service, outside.now)
  for (let attempt = 1; ; attempt++) {
    const result = await attemptOnce(outside, call)
    if (!('failure' in result)) {
      noteSuccess(service)
      return result
    }
    const { provider, step } = call
    log('warn', 'payments.provider-failed', { provider, step, attempt, code: result.failure })
    const pause = result.pause ?? 150 * 2 ** attempt * (0.5 + Math.random() / 2)
    if (!call.repeatable || result.final || attempt === attempts || pause > longestPause) {
      noteFailure(service, outside.now)
      throw new ProviderDown(result.failure)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Returns an answer's value. Throws ProviderDown for one in another shape, and logs where it differs. */
export function answeredValue<T>(
  { provider, step }: Pick<Call, 'provider' | 'step'>,
  { json }: Pick<Answer, 'json'>,
  shape: z.ZodType<T>,
): T {
  const parsed = shape.safeParse(json)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  log('error', 'payments.provider-unexpected', { provider, step, path })
  throw new ProviderDown('unexpected-answer')
}

interface Failure {
  failure: string
  /** Retrying is pointless. */
  final?: boolean
  /** Milliseconds until a retry may help. */
  pause?: number
}

async function attemptOnce(outside: Outside, call: Call): Promise<Answer | Failure> {
  try {
    const response = await outside.fetch(call.url, {
      method: call.method,
      headers: { ...(!call.plain && { accept: 'application/json' }), ...call.headers },
      ...(call.body === undefined ? {} : { body: call.body }),
      // An API doesn't move; a redirect comes from an intermediary.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerTimeout),
    })
    const text = await readText(response, longestBody)
    if (text === null) return { failure: 'too-long' }
    return sorted(response, text, call.plain === true)
  } catch (error) {
    const timedOut = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
    return timedOut ? { failure: 'timeout', final: true } : { failure: 'network' }
  }
}

function sorted({ status, headers }: Response, text: string, plain: boolean): Answer | Failure {
  if (status >= 500) return { failure: `http-${status}` }
  if (status === 429) return { failure: 'http-429', ...retryAfter(headers) }
  if (status >= 300 && status < 400) return { failure: `http-${status}`, final: true }
  const json = plain ? undefined : parsed(text)
  return !plain && status < 300 && json === undefined ? { failure: 'not-json' } : { status, json, text }
}

/** A Retry-After in seconds is honoured; its other form, a date, is rare and only ends the retries. */
function retryAfter(headers: Headers): { final: true } | { pause: number } | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  return /^\d{1,6}$/.test(value) ? { pause: Number(value) * 1000 } : { final: true }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
