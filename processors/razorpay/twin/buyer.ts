import { Hono } from 'hono'
import type { Razorpay } from './index.ts'
import type { PaymentMethod } from './state.ts'
import { keys } from './vars.ts'

/**
 * Serves the requests of the checkout's pages. Anyone who knows an order's ID may pay it, as with the real
 * ones.
 */
export function buyerApp(razorpay: Razorpay): Hono {
  const app = new Hono()
  app.get('/:id', (c) => {
    const { amount, currency, status } = razorpay.order(c.req.param('id'))
    if (c.req.query('key') !== keys.RAZORPAY_KEY_ID) return c.json({ error: 'Unknown key' }, 400)
    return c.json({ amount, currency, status })
  })
  app.post('/:id/pay', async (c) =>
    c.json(await razorpay.pay(c.req.param('id'), await readMethod(c.req.raw))),
  )
  app.post('/:id/fail', async (c) => c.json(razorpay.fail(c.req.param('id'), await readMethod(c.req.raw))))
  // Shows a refusal in the processor's own words.
  app.onError((error, c) => c.json({ error: error.message }, 422))
  return app
}

async function readMethod(request: Request): Promise<{ method: PaymentMethod }> {
  const { method } = (await request.json()) as { method: PaymentMethod }
  return { method }
}
