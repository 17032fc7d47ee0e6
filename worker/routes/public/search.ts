import { Hono } from 'hono'
import { searchQuery } from '../../../contract/schemas/shared/lists'
import type { AppEnv } from '../../env'
import { paged } from '../../http/paged'
import { validate } from '../../http/validate'
import { searchVideos } from '../../services/videos/videos/list'

export const searchRoutes = new Hono<AppEnv>().get('/', validate('query', searchQuery), async (c) => {
  return c.json(paged(c, await searchVideos(c.var.ctx, c.req.valid('query'))))
})
