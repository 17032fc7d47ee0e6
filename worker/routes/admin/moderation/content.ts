import { adminVideoQuery, bulkChange } from '#contract/schemas/moderation/content'
import { paged } from '#worker/http/paged'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { insistOnRecentPassword } from '#worker/services/accounts/sessions/index'
import { changeMany, listContent } from '#worker/services/moderation/content-admin/index'

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
