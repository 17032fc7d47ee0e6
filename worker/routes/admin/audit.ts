import { auditExportQuery, auditQuery } from '#contract/schemas/site/operations'
import { csvDownload } from '../../http/csv'
import { requireRecentPassword } from '../../http/guards/require-recent-password'
import { paged } from '../../http/paged'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listAudit } from '../../services/shared/audit'
import { exportAudit } from '../../services/site/audit-export'

export const auditRoutes = staffRoutes('site.administer')
  .get('/', validate('query', auditQuery), async (c) =>
    c.json(paged(c, await listAudit(c.var.ctx, c.req.valid('query')))),
  )
  .get('/csv', requireRecentPassword(), validate('query', auditExportQuery), async (c) =>
    csvDownload(await exportAudit(c.var.ctx, c.req.valid('query')), c.var.ctx.requestId),
  )
