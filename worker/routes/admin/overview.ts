import { staffRoutes } from '../../http/routers'
import { getOverview, getWaiting } from '../../services/site/overview'

export const overviewRoutes = staffRoutes()
  .get('/', async (c) => c.json(await getOverview(c.var.ctx)))
  .get('/waiting', async (c) => c.json(await getWaiting(c.var.ctx)))
