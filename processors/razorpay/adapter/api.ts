import type { z } from 'zod'
import { type Answer, answeredValue, ask, type Outside } from '#worker/integrations/payments/http'
import { ProviderDown } from '#worker/integrations/payments/provider'
import { log } from '#worker/log'
import type { RazorpayConfig } from './config'
import { errorAnswer } from './shapes'

/** `code` is the refusal's reason or code; its sentences are never read. */
export type Reply<T> = { ok: true; value: T } | { ok: false; status: number; code: string }

export interface RazorpayApi {
  get<T>(step: string, path: string, shape: z.ZodType<T>): Promise<Reply<T>>
  post<T>(
    step: string,
    path: string,
    body: unknown,
    shape: z.ZodType<T>,
    options: PostOptions,
  ): Promise<Reply<T>>
}

interface PostOptions {
  /** Safe to repeat: it carries a key, or can only be done once. */
  repeatable: boolean
  headers?: Record<string, string>
}

export function createRazorpayApi(config: RazorpayConfig, outside: Outside): RazorpayApi {
  const authorization = `Basic ${btoa(`${config.keyId}:${config.keySecret}`)}`
  return {
    get: async (step, path, shape) => {
      const headers = { authorization }
      const call = { step, method: 'GET', url: config.base + path, headers, repeatable: true } as const
      return replyOf(step, await ask(outside, { provider: 'razorpay', ...call }), shape)
    },
    post: async (step, path, body, shape, { repeatable, headers }) => {
      const answer = await ask(outside, {
        provider: 'razorpay',
        step,
        method: 'POST',
        url: config.base + path,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        repeatable,
      })
      return replyOf(step, answer, shape)
    },
  }
}

/** Returns the value, or null for an unknown ID, which is a 400 as well as a 404. */
export function known<T>(reply: Reply<T>): T | null {
  if (reply.ok) return reply.value
  if (reply.status === 400 || reply.status === 404) return null
  throw new ProviderDown(reply.code)
}

function replyOf<T>(step: string, answer: Answer, shape: z.ZodType<T>): Reply<T> {
  const { status, json } = answer
  if (status < 300) return { ok: true, value: answeredValue({ provider: 'razorpay', step }, answer, shape) }
  const error = errorAnswer.safeParse(json).data?.error
  // The key is refused, or the answer isn't Razorpay's: neither says anything about the subject.
  if (!error || status === 401) throw new ProviderDown(`http-${status}`)
  const code = error.reason && error.reason !== 'NA' ? error.reason : error.code
  log('warn', 'payments.provider-refused', { provider: 'razorpay', step, status, code })
  return { ok: false, status, code }
}
