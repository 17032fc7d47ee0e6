import { pageQuery } from '#contract/schemas/shared/lists'
import { news } from '#contract/schemas/site/newsletter'
import { requireRecentPassword } from '../../http/guards/require-recent-password'
import { paged } from '../../http/paged'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listNews, publishNewsOnce } from '../../services/site/newsletter'

export const newsRoutes = staffRoutes('site.administer')
  .get('/', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listNews(c.var.ctx, c.req.valid('query')))),
  )
  .post('/', requireRecentPassword(), validate('json', news), async (c) =>
    c.json(await publishNewsOnce(c.var.ctx, c.req.valid('json')), 201),
  )
