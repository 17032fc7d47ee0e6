import { adminVideoQuery, bulkChange } from '../../../contract/schemas/moderation/content'
import { paged } from '../../http/paged'
import { videoParam } from '../../http/params'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { insistOnRecentPassword } from '../../services/accounts/sessions'
import { changeMany, listContent, uploaderOf } from '../../services/moderation/content-admin'

export const contentRoutes = staffRoutes()
  .get('/', validate('query', adminVideoQuery), async (c) =>
    c.json(paged(c, await listContent(c.var.ctx, c.req.valid('query')))),
  )
  .post('/bulk', validate('json', bulkChange), async (c) => {
    const change = c.req.valid('json')
    // Deleting can't be undone.
    if (change.action === 'delete') insistOnRecentPassword(c.var.ctx)
    return c.json(await changeMany(c.var.ctx, change))
  })
  .get('/:id/uploader', videoParam, async (c) => c.json(await uploaderOf(c.var.ctx, c.req.valid('param').id)))
