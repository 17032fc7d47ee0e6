import { Hono } from 'hono'
import type { PayPal } from './index.ts'

/**
 * Serves the requests of the wallet's pages. Anyone who knows an order's ID may pay it, as with the real
 * ones.
 */
export function buyerApp(paypal: PayPal): Hono {
  const app = new Hono()
  app.get('/:id', (c) => {
    const { id, status, unit } = paypal.order(c.req.param('id'))
    return c.json({ id, status, amount: unit.amount, description: unit.description })
  })
  app.post('/:id/approve', (c) => c.json({ status: paypal.approve(c.req.param('id')).status }))
  app.post('/:id/decline', (c) => {
    const order = paypal.approve(c.req.param('id'))
    paypal.nextCapture(order.id, { issue: 'INSTRUMENT_DECLINED' })
    return c.json({ status: order.status })
  })
  app.post('/:id/capture', (c) => c.json(paypal.captureInBrowser(c.req.param('id'))))
  // Shows a refusal in the processor's own words.
  app.onError((error, c) => c.json({ error: error.message }, 422))
  return app
}
