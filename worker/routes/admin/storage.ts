import { pageQuery } from '#contract/schemas/shared/lists'
import { requireRecentPassword } from '../../http/guards/require-recent-password'
import { paged } from '../../http/paged'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { cleanOrphans, listOrphans, startScan, storageStats } from '../../services/site/storage-admin'

export const storageRoutes = staffRoutes('site.administer')
  .get('/stats', async (c) => c.json(await storageStats(c.var.ctx)))
  .post('/scan', async (c) => c.json(await startScan(c.var.ctx)))
  .get('/orphans', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listOrphans(c.var.ctx, c.req.valid('query')))),
  )
  .post('/orphans/clean', requireRecentPassword(), async (c) => c.json(await cleanOrphans(c.var.ctx)))
