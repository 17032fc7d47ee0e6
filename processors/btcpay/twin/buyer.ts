import { Hono } from 'hono'
import type { Btcpay, Paying } from './index.ts'

/**
 * Serves the requests of the invoice and refund pages. Anyone who knows an ID may act, as on a real server.
 */
export function buyerApp(btcpay: Btcpay): Hono {
  const app = new Hono()
  app.get('/buyer/:id', (c) => c.json(btcpay.checkout(c.req.param('id'))))
  app.post('/buyer/:id/pay', async (c) => {
    btcpay.pay(c.req.param('id'), (await c.req.json()) as Paying)
    return c.json(btcpay.checkout(c.req.param('id')))
  })
  for (const act of ['confirm', 'replace', 'expire'] as const) {
    app.post(`/buyer/:id/${act}`, (c) => {
      btcpay[act](c.req.param('id'))
      return c.json(btcpay.checkout(c.req.param('id')))
    })
  }
  app.get('/refund/:id', (c) => c.json(btcpay.refund(c.req.param('id'))))
  for (const act of ['claimRefund', 'finishRefund'] as const) {
    app.post(`/refund/:id/${act}`, (c) => {
      btcpay[act](c.req.param('id'))
      return c.json(btcpay.refund(c.req.param('id')))
    })
  }
  // Shows a refusal in the processor's own words.
  app.onError((error, c) => c.json({ error: error.message }, 422))
  return app
}
