import { idParam } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { acknowledge, listOwnWarnings } from '../../services/moderation/account-care'

export const warningRoutes = accountRoutes()
  .get('/warnings', async (c) => c.json(await listOwnWarnings(c.var.ctx)))
  .post('/warnings/:id/acknowledge', idParam, async (c) => {
    await acknowledge(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
