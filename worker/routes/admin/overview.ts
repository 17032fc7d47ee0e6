import { staffRoutes } from '../../http/routers'
import { getOverview } from '../../services/site/overview'

export const overviewRoutes = staffRoutes('site.administer').get('/', async (c) =>
  c.json(await getOverview(c.var.ctx)),
)
