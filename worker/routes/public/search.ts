import { searchQuery, suggestQuery } from '#contract/schemas/videos/search'
import { searchInfoHeader, writeSearchInfo } from '#contract/values/videos/search'
import { readAs } from '../../http/identity'
import { paged } from '../../http/paged'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { searchVideos, suggest } from '../../services/videos/search'

export const searchRoutes = openRoutes()
  .get('/', validate('query', searchQuery), async (c) => {
    const { found } = await readAs(c, (ctx) => searchVideos(ctx, c.req.valid('query')))
    const { info, ...videos } = found
    if (info) c.header(searchInfoHeader, writeSearchInfo(info))
    return c.json(paged(c, videos))
  })
  .get('/suggest', validate('query', suggestQuery), async (c) => {
    return c.json(await suggest(c.var.ctx, c.req.valid('query').q))
  })
