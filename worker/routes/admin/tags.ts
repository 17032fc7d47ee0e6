import { adminTagsQuery, mergeTagInput } from '#contract/schemas/videos/tags'
import { paged } from '../../http/paged'
import { tagParam } from '../../http/params'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listRefusedTerms } from '../../services/shared/blocked-terms'
import { blockTag, listTags, mergeTag, unblockTag, unmergeTag } from '../../services/videos/tags'

export const adminTagRoutes = staffRoutes('site.administer')
  .get('/', validate('query', adminTagsQuery), async (c) =>
    c.json(paged(c, await listTags(c.var.ctx, c.req.valid('query')))),
  )
  .put('/:slug/block', tagParam, async (c) => c.json(await blockTag(c.var.ctx, c.req.valid('param').slug)))
  .delete('/:slug/block', tagParam, async (c) =>
    c.json(await unblockTag(c.var.ctx, c.req.valid('param').slug)),
  )
  .put('/:slug/merge', tagParam, validate('json', mergeTagInput), async (c) =>
    c.json(await mergeTag(c.var.ctx, c.req.valid('param').slug, c.req.valid('json'))),
  )
  .delete('/:slug/merge', tagParam, async (c) =>
    c.json(await unmergeTag(c.var.ctx, c.req.valid('param').slug)),
  )

export const refusedTermRoutes = staffRoutes('site.administer').get('/', async (c) =>
  c.json(await listRefusedTerms(c.var.ctx)),
)
