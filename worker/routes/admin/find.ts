import { findQuery } from '#contract/schemas/site/find'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { paymentIdsNamed } from '../../services/payments/payment-admin'
import { findThings } from '../../services/site/find'

export const findRoutes = staffRoutes('payment.read').get('/', validate('query', findQuery), async (c) =>
  c.json(await findThings(c.var.ctx, c.req.valid('query').q, paymentIdsNamed)),
)
