import { openRoutes } from '../../http/routers'
import { listCategories } from '../../services/videos/categories'

export const categoryRoutes = openRoutes().get('/', async (c) => c.json(await listCategories(c.var.ctx)))
