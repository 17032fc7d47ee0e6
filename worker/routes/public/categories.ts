import { Hono } from 'hono'
import type { AppEnv } from '../../env'
import { listCategories } from '../../services/videos/categories/list'

export const categoryRoutes = new Hono<AppEnv>().get('/', async (c) =>
  c.json(await listCategories(c.var.ctx)),
)
