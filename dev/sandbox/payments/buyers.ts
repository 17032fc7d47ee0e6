import { Hono } from 'hono'
import type { Btcpay, Paying } from '#processors/btcpay/twin/index'
import type { PayPal } from '#processors/paypal/twin/index'
import type { Razorpay } from '#processors/razorpay/twin/index'
import type { PaymentMethod } from '#processors/razorpay/twin/state'
import { sandboxKeys } from './keys.ts'

/**
 * Serves the providers' own pages to a buyer; anyone who knows an order's ID may pay it, as with the real
 * ones.
 */
export function buyersApp(paypal: PayPal, razorpay: Razorpay, btcpay: Btcpay): Hono {
  const app = new Hono()
  app.get('/paypal/buyer/:id', (c) => {
    const { id, status, unit } = paypal.order(c.req.param('id'))
    return c.json({ id, status, amount: unit.amount, description: unit.description })
  })
  app.post('/paypal/buyer/:id/approve', (c) => c.json({ status: paypal.approve(c.req.param('id')).status }))
  app.post('/paypal/buyer/:id/decline', (c) => {
    const order = paypal.approve(c.req.param('id'))
    paypal.nextCapture(order.id, { issue: 'INSTRUMENT_DECLINED' })
    return c.json({ status: order.status })
  })
  app.post('/paypal/buyer/:id/capture', (c) => c.json(paypal.captureInBrowser(c.req.param('id'))))

  app.get('/razorpay/buyer/:id', (c) => {
    const { amount, currency, status } = razorpay.order(c.req.param('id'))
    if (c.req.query('key') !== sandboxKeys.RAZORPAY_KEY_ID) return c.json({ error: 'Unknown key' }, 400)
    return c.json({ amount, currency, status })
  })
  app.post('/razorpay/buyer/:id/pay', async (c) =>
    c.json(await razorpay.pay(c.req.param('id'), await readMethod(c.req.raw))),
  )
  app.post('/razorpay/buyer/:id/fail', async (c) =>
    c.json(razorpay.fail(c.req.param('id'), await readMethod(c.req.raw))),
  )

  app.get('/btcpay/buyer/:id', (c) => c.json(btcpay.checkout(c.req.param('id'))))
  app.post('/btcpay/buyer/:id/pay', async (c) => {
    btcpay.pay(c.req.param('id'), (await c.req.json()) as Paying)
    return c.json(btcpay.checkout(c.req.param('id')))
  })
  for (const act of ['confirm', 'replace', 'expire'] as const) {
    app.post(`/btcpay/buyer/:id/${act}`, (c) => {
      btcpay[act](c.req.param('id'))
      return c.json(btcpay.checkout(c.req.param('id')))
    })
  }
  app.get('/btcpay/refund/:id', (c) => c.json(btcpay.refund(c.req.param('id'))))
  for (const act of ['claimRefund', 'finishRefund'] as const) {
    app.post(`/btcpay/refund/:id/${act}`, (c) => {
      btcpay[act](c.req.param('id'))
      return c.json(btcpay.refund(c.req.param('id')))
    })
  }
  // Whatever is refused there was said in the provider's words.
  app.onError((error, c) => c.json({ error: error.message }, 422))
  return app
}

async function readMethod(request: Request): Promise<{ method: PaymentMethod }> {
  const { method } = (await request.json()) as { method: PaymentMethod }
  return { method }
}
