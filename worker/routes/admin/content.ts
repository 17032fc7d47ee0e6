import { adminVideoQuery, bulkChange } from '#contract/schemas/moderation/content'
import { paged } from '../../http/paged'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { insistOnRecentPassword } from '../../services/accounts/sessions'
import { changeMany, listContent } from '../../services/moderation/content-admin'

export const contentRoutes = staffRoutes('video.manageAny')
  .get('/', validate('query', adminVideoQuery), async (c) =>
    c.json(paged(c, await listContent(c.var.ctx, c.req.valid('query')))),
  )
  .post('/bulk', validate('json', bulkChange), async (c) => {
    const change = c.req.valid('json')
    // Deleting can't be undone.
    if (change.action === 'delete') insistOnRecentPassword(c.var.ctx)
    return c.json(await changeMany(c.var.ctx, change))
  })
