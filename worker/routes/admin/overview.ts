import { Hono } from 'hono'
import type { UserEnv } from '../../env'
import { getOverview } from '../../services/site/overview'

export const overviewRoutes = new Hono<UserEnv>().get('/', async (c) => c.json(await getOverview(c.var.ctx)))
