import { staffRoutes } from '../../http/routers'
import { getFieldData } from '../../services/site/field-data'
import { getOverview, getWaiting } from '../../services/site/overview'

export const overviewRoutes = staffRoutes('site.administer').get('/', async (c) =>
  c.json(await getOverview(c.var.ctx)),
)

export const adminFieldDataRoutes = staffRoutes('site.administer').get('/', async (c) =>
  c.json(await getFieldData(c.var.ctx)),
)

export const waitingRoutes = staffRoutes('desk.open').get('/', async (c) =>
  c.json(await getWaiting(c.var.ctx)),
)
