import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../errors'
import { outerLimit } from '../http/rate-limit'
import { openRoutes } from '../http/routers'
import { receiveWebhook } from '../services/payments/payments'

const maxBytes = 256 * 1024

/**
 * Where payment providers call. The signature is the guard, so of the API's only the coarse limit stands before it: such
 * a call has no session and no origin, and must come through while the site is closed.
 */
export const webhookRoutes = openRoutes().post(
  '/:provider',
  // A stranger's flood costs a signature each, and for one provider the look for a certificate; who is turned away calls again.
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
