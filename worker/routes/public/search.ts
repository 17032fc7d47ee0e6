import { searchQuery, suggestQuery } from '../../../contract/schemas/videos/search'
import { searchInfoHeader, writeSearchInfo } from '../../../contract/values/videos/search'
import { paged } from '../../http/paged'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { searchVideos, suggest } from '../../services/videos/search'

export const searchRoutes = openRoutes()
  .get('/', validate('query', searchQuery), async (c) => {
    const { info, ...videos } = await searchVideos(c.var.ctx, c.req.valid('query'))
    if (info) c.header(searchInfoHeader, writeSearchInfo(info))
    return c.json(paged(c, videos))
  })
  .get('/suggest', validate('query', suggestQuery), async (c) => {
    return c.json(await suggest(c.var.ctx, c.req.valid('query').q))
  })
