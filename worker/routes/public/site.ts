import { openRoutes } from '../../http/routers'
import { publicSettings } from '../../services/shared/settings'
import { getLegalDocument } from '../../services/site/legal'

export const siteRoutes = openRoutes()
  .get('/settings', (c) => c.json(publicSettings(c.var.ctx)))
  .get('/legal/:slug', async (c) => c.json(await getLegalDocument(c.var.ctx, c.req.param('slug'))))
