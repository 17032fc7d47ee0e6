import { listItemsQuery, listKeyParam } from '#contract/schemas/videos/lists'
import { readAs } from '../../http/identity'
import { paged } from '../../http/paged'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { getSharedList, listSharedItems, listSharedSteps } from '../../services/videos/lists'

const keyParam = validate('param', listKeyParam)

/** Lists that are open to everyone who has their link. */
export const sharedListRoutes = openRoutes()
  .get('/:key', keyParam, async (c) => c.json(await getSharedList(c.var.ctx, c.req.valid('param').key)))
  .get('/:key/videos', keyParam, validate('query', listItemsQuery), async (c) => {
    const { found } = await readAs(c, (ctx) =>
      listSharedItems(ctx, c.req.valid('param').key, c.req.valid('query')),
    )
    return c.json(paged(c, found))
  })
  .get('/:key/order', keyParam, async (c) =>
    c.json(await listSharedSteps(c.var.ctx, c.req.valid('param').key)),
  )
