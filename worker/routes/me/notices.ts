import { pageQuery } from '#contract/schemas/shared/lists'
import { readNoticesInput } from '#contract/schemas/site/notices'
import { paged } from '../../http/paged'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listNotices, readNotices } from '../../services/site/notices'

/** An account's notifications. */
export const noticeRoutes = accountRoutes()
  .get('/', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listNotices(c.var.ctx, c.req.valid('query')))),
  )
  .post('/read', validate('json', readNoticesInput), async (c) =>
    c.json(await readNotices(c.var.ctx, c.req.valid('json'))),
  )
