import { decideChangesInput } from '#contract/schemas/moderation/changes'
import { correctCaptionParams } from '#contract/schemas/moderation/content'
import { pageQuery } from '#contract/schemas/shared/lists'
import { requireCase } from '#worker/http/guards/require-case'
import { paged } from '#worker/http/paged'
import { videoId, videoParam } from '#worker/http/params'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { compareCaptions, decideChanges, listChanged } from '#worker/services/moderation/changes/index'

const captionParam = validate('param', correctCaptionParams.extend({ id: videoId }))

/** Changes of approved videos; mounted among the staff's routes of videos. */
export const changesRoutes = staffRoutes('video.review')
  .get('/changed', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listChanged(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id/changes/captions/:language', requireCase(), captionParam, async (c) => {
    const { id, language } = c.req.valid('param')
    return c.json(await compareCaptions(c.var.ctx, id, language))
  })
  .post('/:id/changes', requireCase(), validate('json', decideChangesInput), videoParam, async (c) =>
    c.json(await decideChanges(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
