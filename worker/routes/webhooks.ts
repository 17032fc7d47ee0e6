import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../errors'
import { outerLimit } from '../http/rate-limit'
import { openRoutes } from '../http/routers'
import { receiveWebhook } from '../services/payments/payments'

const maxBytes = 256 * 1024

/**
 * Payment providers' webhooks. The signature is the guard, so only the API's coarse limit applies: such a
 * call has no session and no origin, and must work while the site is closed.
 */
export const webhookRoutes = openRoutes().post(
  '/:provider',
  // A flood costs a signature check per request, and for one provider fetching a certificate; a provider
  // turned away retries.
  outerLimit('API_LIMIT'),
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new AppError('too_large', 'The delivery is too large.')
    },
  }),
  async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    await receiveWebhook(c.var.ctx, c.req.param('provider'), c.req.raw.headers, body)
    return c.json({ received: true })
  },
)
