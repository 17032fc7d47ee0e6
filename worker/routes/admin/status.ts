import { staffRoutes } from '../../http/routers'
import { checkHealth } from '../../services/site/health'

export const statusRoutes = staffRoutes('site.administer').get('/', async (c) =>
  c.json(await checkHealth(c.var.ctx)),
)
