import type { z } from 'zod'
import { type Answer, answeredValue, ask, type Call, type Outside } from '#worker/integrations/payments/http'
import { ProviderDown } from '#worker/integrations/payments/provider'
import { isolateState } from '#worker/isolate-state'
import { log } from '#worker/log'
import type { PayPalConfig } from './config'
import { errorAnswer, tokenAnswer } from './shapes'

/** `issue` is PayPal's code for the error; its sentences change and are never read. */
export type Reply<T> = { ok: true; value: T } | { ok: false; status: number; issue: string }

export interface PayPalApi {
  get<T>(step: string, path: string, shape: z.ZodType<T>): Promise<Reply<T>>
  /** The key makes a repetition harmless for six hours. */
  post<T>(
    step: string,
    path: string,
    body: unknown,
    shape: z.ZodType<T>,
    options: { key: string },
  ): Promise<Reply<T>>
}

type Wanted = Pick<Call, 'step' | 'method' | 'headers'> & { path: string; body?: string }

export function createPayPalApi(config: PayPalConfig, outside: Outside): PayPalApi {
  async function send<T>(wanted: Wanted, shape: z.ZodType<T>): Promise<Reply<T>> {
    return replyOf(wanted.step, await withToken(config, outside, wanted), shape)
  }
  return {
    get: (step, path, shape) => send({ step, method: 'GET', path, headers: {} }, shape),
    post: (step, path, body, shape, { key }) =>
      send(
        {
          step,
          method: 'POST',
          path,
          headers: {
            'content-type': 'application/json',
            'paypal-request-id': key,
            prefer: 'return=representation',
          },
          body: JSON.stringify(body),
        },
        shape,
      ),
  }
}

/** The newest access token: the text alone, since one request may not wait for another's promise. */
const token = isolateState<{ of: string; text: string; endsAt: number } | null>(() => null)
/** Milliseconds before its expiry at which a token is replaced. */
const margin = 60_000

async function withToken(config: PayPalConfig, outside: Outside, wanted: Wanted): Promise<Answer> {
  const { path, headers, ...rest } = wanted
  for (let tries = 1; ; tries++) {
    const text = await tokenOf(config, outside)
    const answer = await ask(outside, {
      ...rest,
      provider: 'paypal',
      url: config.base + path,
      headers: { ...headers, authorization: `Bearer ${text}` },
      repeatable: true,
    })
    if (answer.status !== 401) return answer
    // It expired early, or was revoked: a new one may help, once.
    token.value = null
    if (tries === 2) throw new ProviderDown('http-401')
  }
}

async function tokenOf(config: PayPalConfig, outside: Outside): Promise<string> {
  const of = `${config.base} ${config.clientId}`
  const known = token.value
  if (known?.of === of && known.endsAt > outside.now) return known.text
  const answer = await ask(outside, {
    provider: 'paypal',
    step: 'token',
    method: 'POST',
    url: `${config.base}/v1/oauth2/token`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${config.clientId}:${config.secret}`)}`,
    },
    body: 'grant_type=client_credentials',
    repeatable: true,
  })
  const granted = answer.status < 300 ? tokenAnswer.safeParse(answer.json).data : undefined
  if (!granted) {
    log('error', 'payments.token-refused', { provider: 'paypal', status: answer.status })
    throw new ProviderDown(`token-${answer.status}`)
  }
  const text = granted.access_token
  token.value = { of, text, endsAt: outside.now + granted.expires_in * 1000 - margin }
  return text
}

function replyOf<T>(step: string, answer: Answer, shape: z.ZodType<T>): Reply<T> {
  const { status, json } = answer
  if (status < 300) return { ok: true, value: answeredValue({ provider: 'paypal', step }, answer, shape) }
  const error = errorAnswer.safeParse(json).data
  // A refusal that isn't PayPal's own says nothing about the order: it came from an intermediary.
  if (!error) throw new ProviderDown(`http-${status}`)
  const issue = error.details?.[0]?.issue ?? error.name
  log('warn', 'payments.provider-refused', {
    provider: 'paypal',
    step,
    status,
    issue,
    debugId: error.debug_id ?? null,
  })
  return { ok: false, status, issue }
}
