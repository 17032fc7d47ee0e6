import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { isWithin } from '../http/guards/rate-limit'
import { openRoutes } from '../http/routers'
import { receiveWebhook } from '../services/payments/settlement'

const maxBytes = 256 * 1024

const limitedBody = bodyLimit({
  maxSize: maxBytes,
  onError: () => {
    throw new AppError('too_large', 'The delivery is too large.')
  },
})

/**
 * Payment providers' webhooks. The proof that each gives is the guard: such a call has no session and no
 * origin, and must work while the site is closed. Some send a GET, and some know only a secret address.
 */
export const webhookRoutes = openRoutes()
  .get('/:provider', deliver)
  .get('/:provider/:secret', deliver)
  .post('/:provider', limitedBody, deliver)
  .post('/:provider/:secret', limitedBody, deliver)

async function deliver(c: Context<AppEnv>): Promise<Response> {
  const { ctx } = c.var
  const { isAccepted, answer } = await receiveWebhook(ctx, c.req.param('provider') ?? '', {
    method: c.req.method,
    url: new URL(c.req.url),
    headers: c.req.raw.headers,
    body: new Uint8Array(await c.req.arrayBuffer()),
    clientAddress: ctx.client.address,
  })
  // Only refusals count: a provider that is turned away may return the buyer's money.
  if (!isAccepted && !(await isWithin(c.env.API_LIMIT, ctx.client.address, ctx.requestId)))
    throw new AppError('rate_limited', 'Too many requests. Please wait a minute.', { retryAfter: 60 })
  if (answer) return c.body(answer.body, answer.status, { 'content-type': answer.type })
  if (!isAccepted) throw new AppError('invalid_input', "The signature isn't valid.")
  return c.json({ received: true })
}
