import { captionParams } from '../../../contract/schemas/videos/videos'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { putCaption, removeCaption } from '../../services/videos/captions'
import { parseVideoId } from '../../services/videos/videos/internal'

/** The body of a PUT is WebVTT: see http/csrf. */
export const captionRoutes = accountRoutes()
  .put('/:id/captions/:language', validate('param', captionParams), async (c) => {
    const { id, language } = c.req.valid('param')
    const file = new Uint8Array(await c.req.arrayBuffer())
    return c.json(await putCaption(c.var.ctx, parseVideoId(id), language, file))
  })
  .delete('/:id/captions/:language', validate('param', captionParams), async (c) => {
    const { id, language } = c.req.valid('param')
    await removeCaption(c.var.ctx, parseVideoId(id), language)
    return c.body(null, 204)
  })
