import { Hono } from 'hono'
import { auditQuery } from '../../../contract/schemas/site/operations'
import type { AppEnv } from '../../env'
import { paged } from '../../http/paged'
import { validate } from '../../http/validate'
import { listAudit } from '../../services/shared/audit'

export const auditRoutes = new Hono<AppEnv>().get('/', validate('query', auditQuery), async (c) =>
  c.json(paged(c, await listAudit(c.var.ctx, c.req.valid('query')))),
)
