import { Hono } from 'hono'
import { pageQuery } from '../../../contract/schemas/lists'
import type { AppEnv } from '../../env'
import { paged } from '../../http/paged'
import { validate } from '../../http/validate'
import { listPending } from '../../services/review'

export const reviewRoutes = new Hono<AppEnv>().get('/pending', validate('query', pageQuery), async (c) =>
  c.json(paged(c, await listPending(c.var.ctx, c.req.valid('query')))),
)
