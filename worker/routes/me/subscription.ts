import { pageQuery } from '#contract/schemas/shared/lists'
import { paged } from '../../http/paged'
import { randomIdParam } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import {
  cancelSubscription,
  getReceipt,
  getSubscription,
  listOwnPayments,
  resumeSubscription,
} from '../../services/payments/subscription'

export const subscriptionRoutes = accountRoutes()
  .get('/subscription', async (c) => c.json(await getSubscription(c.var.ctx)))
  .post('/subscription/cancel', async (c) => c.json(await cancelSubscription(c.var.ctx)))
  .post('/subscription/resume', async (c) => c.json(await resumeSubscription(c.var.ctx)))
  .get('/payments', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listOwnPayments(c.var.ctx, c.req.valid('query')))),
  )
  .get('/payments/:id', randomIdParam, async (c) =>
    c.json(await getReceipt(c.var.ctx, c.req.valid('param').id)),
  )
