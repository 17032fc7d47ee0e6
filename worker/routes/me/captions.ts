import { captionParams } from '#contract/schemas/videos/video'
import { videoId, videoPath } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { putCaption, removeCaption } from '../../services/videos/captions'

const captionParam = validate('param', captionParams.extend({ id: videoId }))

/** The body of a PUT is WebVTT: see http/guards/csrf. */
export const captionRoutes = accountRoutes()
  .put(`${videoPath}/captions/:language`, captionParam, async (c) => {
    const { id, language } = c.req.valid('param')
    const file = new Uint8Array(await c.req.arrayBuffer())
    return c.json(await putCaption(c.var.ctx, id, language, file))
  })
  .delete(`${videoPath}/captions/:language`, captionParam, async (c) => {
    const { id, language } = c.req.valid('param')
    await removeCaption(c.var.ctx, id, language)
    return c.body(null, 204)
  })
