import type { z } from 'zod'
import { type Answer, answeredValue, ask, type Outside } from '#worker/integrations/payments/http'
import { ProviderDown } from '#worker/integrations/payments/provider'
import { log } from '#worker/log'
import type { BtcpayConfig } from './config'
import { errorAnswer } from './shapes'

/** `code` is the server's name of the refusal; its sentences are never read. */
export type Reply<T> = { ok: true; value: T } | { ok: false; status: number; code: string }

export interface BtcpayApi {
  config: BtcpayConfig
  /** Milliseconds since 1970. */
  now: number
  get<T>(step: string, path: string, shape: z.ZodType<T>): Promise<Reply<T>>
  /** No call can be repeated: the server has no idempotency keys. */
  post<T>(step: string, path: string, body: unknown, shape: z.ZodType<T>): Promise<Reply<T>>
}

export function createBtcpayApi(config: BtcpayConfig, outside: Outside): BtcpayApi {
  const authorization = `token ${config.apiKey}`
  const call = (step: string, path: string) =>
    ({ provider: 'btcpay', step, url: `${config.base}/api/v1${path}` }) as const
  return {
    config,
    now: outside.now,
    get: async (step, path, shape) => {
      const headers = { authorization }
      const answer = await ask(outside, { ...call(step, path), method: 'GET', headers, repeatable: true })
      return replyOf(step, answer, shape)
    },
    post: async (step, path, body, shape) => {
      const answer = await ask(outside, {
        ...call(step, path),
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        repeatable: false,
      })
      return replyOf(step, answer, shape)
    },
  }
}

/** Returns the value; null if the server doesn't have the object. A refused key proves nothing about that. */
export function known<T>(reply: Reply<T>): T | null {
  if (reply.ok) return reply.value
  if (reply.status === 404 && /-not-found$/.test(reply.code)) return null
  throw new ProviderDown(reply.code)
}

export function storePath({ config }: BtcpayApi, rest: string): string {
  return `/stores/${encodeURIComponent(config.storeId)}${rest}`
}

export function invoicePath(api: BtcpayApi, id: string, rest = ''): string {
  return storePath(api, `/invoices/${encodeURIComponent(id)}${rest}`)
}

function replyOf<T>(step: string, answer: Answer, shape: z.ZodType<T>): Reply<T> {
  const { status, json } = answer
  if (status < 300) return { ok: true, value: answeredValue({ provider: 'btcpay', step }, answer, shape) }
  // The server answers refused input with a list of its fields. Any answer without a code came from an
  // intermediary.
  const code = errorAnswer.safeParse(json).data?.code ?? `http-${status}`
  log('warn', 'payments.provider-refused', { provider: 'btcpay', step, status, code })
  return { ok: false, status, code }
}
