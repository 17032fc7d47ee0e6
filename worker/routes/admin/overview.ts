import { staffRoutes } from '../../http/routers'
import { getOverview, getWaiting } from '../../services/site/overview'

export const overviewRoutes = staffRoutes('site.administer').get('/', async (c) =>
  c.json(await getOverview(c.var.ctx)),
)

export const waitingRoutes = staffRoutes('desk.open').get('/', async (c) =>
  c.json(await getWaiting(c.var.ctx)),
)
