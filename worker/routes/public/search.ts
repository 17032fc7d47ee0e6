import { searchQuery } from '../../../contract/schemas/shared/lists'
import { paged } from '../../http/paged'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { searchVideos } from '../../services/videos/videos'

export const searchRoutes = openRoutes().get('/', validate('query', searchQuery), async (c) => {
  return c.json(paged(c, await searchVideos(c.var.ctx, c.req.valid('query'))))
})
