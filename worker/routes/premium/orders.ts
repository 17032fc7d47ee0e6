import { getCookie } from 'hono/cookie'
import {
  confirmOrderInput,
  confirmOwnOrderInput,
  createCheckoutInput,
  startOrderInput,
  subscribeInput,
  verifyCheckoutInput,
} from '#contract/schemas/payments/payments'
import { currencyCookie } from '#contract/values/payments/prices'
import { accountRoutes, openRoutes, viewerRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import {
  confirmOrder,
  confirmWallet,
  getShop,
  paymentOptions,
  startCheckout,
  startOrder,
  startWallet,
  verifyCheckout,
} from '../../services/payments/orders'

/** Open: the widget asks before anyone signs in. */
export const shopRoutes = openRoutes().get('/shop', async (c) =>
  c.json(await getShop(c.var.ctx, getCookie(c, currencyCookie.name))),
)

export const paymentOptionRoutes = viewerRoutes().get('/options', async (c) =>
  c.json(await paymentOptions(c.var.ctx)),
)

/** Buying with a processor's order. Paid orders that were never confirmed are settled too. */
export const orderRoutes = accountRoutes()
  .post('/subscribe', validate('json', subscribeInput), async (c) =>
    c.json(await startWallet(c.var.ctx, c.req.valid('json'))),
  )
  .post('/confirm', validate('json', confirmOrderInput), async (c) =>
    c.json(await confirmWallet(c.var.ctx, c.req.valid('json'))),
  )
  .post('/orders', validate('json', startOrderInput), async (c) =>
    c.json(await startOrder(c.var.ctx, c.req.valid('json'))),
  )
  .post('/orders/confirm', validate('json', confirmOwnOrderInput), async (c) =>
    c.json(await confirmOrder(c.var.ctx, c.req.valid('json'))),
  )
  .post('/razorpay/create-order', validate('json', createCheckoutInput), async (c) =>
    c.json(await startCheckout(c.var.ctx, c.req.valid('json'))),
  )
  .post('/razorpay/verify', validate('json', verifyCheckoutInput), async (c) =>
    c.json(await verifyCheckout(c.var.ctx, c.req.valid('json'))),
  )
