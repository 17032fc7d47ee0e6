import { correctCaptionParams, correctVideoInput } from '#contract/schemas/moderation/content'
import { requireCase } from '#worker/http/guards/require-case'
import { videoId, videoParam } from '#worker/http/params'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import {
  correctCaption,
  correctVideo,
  removeCaptionByStaff,
} from '#worker/services/moderation/corrections/index'

const captionParam = validate('param', correctCaptionParams.extend({ id: videoId }))

/** Mounted among the staff's routes of videos. The body of a PUT is WebVTT: see http/guards/csrf. */
export const correctionRoutes = staffRoutes('video.correct')
  .patch('/:id', requireCase(), validate('json', correctVideoInput), videoParam, async (c) =>
    c.json(await correctVideo(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .put('/:id/captions/:language', requireCase(), captionParam, async (c) => {
    const { id, language } = c.req.valid('param')
    const file = new Uint8Array(await c.req.arrayBuffer())
    return c.json(await correctCaption(c.var.ctx, id, language, file))
  })
  .delete('/:id/captions/:language', requireCase(), captionParam, async (c) => {
    const { id, language } = c.req.valid('param')
    await removeCaptionByStaff(c.var.ctx, id, language)
    return c.body(null, 204)
  })
