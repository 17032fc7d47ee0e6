import { auditQuery } from '../../../contract/schemas/site/operations'
import { paged } from '../../http/paged'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listAudit } from '../../services/shared/audit'

export const auditRoutes = staffRoutes('site.administer').get('/', validate('query', auditQuery), async (c) =>
  c.json(paged(c, await listAudit(c.var.ctx, c.req.valid('query')))),
)
