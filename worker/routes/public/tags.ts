import { suggestTagsQuery } from '#contract/schemas/videos/tags'
import { tagParam } from '../../http/params'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { getTag, suggestTags } from '../../services/videos/tags'

export const tagRoutes = openRoutes()
  .get('/', validate('query', suggestTagsQuery), async (c) =>
    c.json(await suggestTags(c.var.ctx, c.req.valid('query').q)),
  )
  .get('/:slug', tagParam, async (c) => c.json(await getTag(c.var.ctx, c.req.valid('param').slug)))
