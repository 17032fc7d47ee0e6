import { Hono } from 'hono'
import {
  confirmOrder,
  createCheckout,
  subscribe,
  verifyCheckout as verifyInput,
} from '../../../contract/schemas/payments/payments'
import type { AppEnv } from '../../env'
import { requireUser, signedIn } from '../../http/require'
import { validate } from '../../http/validate'
import {
  confirmWallet,
  paymentOptions,
  startCheckout,
  startWallet,
  verifyCheckout,
} from '../../services/payments/payments'

/** Buying with an order of a processor's. What was only paid for and never confirmed is settled all the same. */
export const orderRoutes = new Hono<AppEnv>()
  .get('/options', async (c) => c.json(await paymentOptions(c.var.ctx)))
  .post('/subscribe', requireUser(), validate('json', subscribe), async (c) =>
    c.json(await startWallet(signedIn(c.var.ctx), c.req.valid('json'))),
  )
  .post('/confirm', requireUser(), validate('json', confirmOrder), async (c) =>
    c.json(await confirmWallet(signedIn(c.var.ctx), c.req.valid('json'))),
  )
  .post('/razorpay/create-order', requireUser(), validate('json', createCheckout), async (c) =>
    c.json(await startCheckout(signedIn(c.var.ctx), c.req.valid('json'))),
  )
  .post('/razorpay/verify', requireUser(), validate('json', verifyInput), async (c) =>
    c.json(await verifyCheckout(signedIn(c.var.ctx), c.req.valid('json'))),
  )
