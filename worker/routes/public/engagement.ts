import { viewQuery, watchedInput } from '../../../contract/schemas/videos/statistics'
import { mineQuery, watchProgress } from '../../../contract/schemas/videos/videos'
import { linkKey, videoParam, videoPath } from '../../http/params'
import { accountRoutes, openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listMine, setLike } from '../../services/videos/likes'
import { saveVideo, unsaveVideo } from '../../services/videos/saved'
import { addWatched, countView } from '../../services/videos/views'
import { reportPosition } from '../../services/videos/watch-history'

/** Viewers' actions on a video. A like itself checks for an account. */
export const engagementRoutes = openRoutes()
  .post(`${videoPath}/like`, videoParam, linkKey, async (c) =>
    c.json(await setLike(c.var.ctx, c.req.valid('param').id, true, c.req.valid('query').key)),
  )
  .delete(`${videoPath}/like`, videoParam, linkKey, async (c) =>
    c.json(await setLike(c.var.ctx, c.req.valid('param').id, false, c.req.valid('query').key)),
  )
  .post(`${videoPath}/view`, validate('query', viewQuery), videoParam, async (c) => {
    const { from, key } = c.req.valid('query')
    await countView(c.var.ctx, c.req.valid('param').id, from, key)
    return c.body(null, 204)
  })
  .post(`${videoPath}/watched`, validate('json', watchedInput), videoParam, linkKey, async (c) => {
    const { id } = c.req.valid('param')
    await addWatched(c.var.ctx, id, c.req.valid('json').parts, c.req.valid('query').key)
    return c.body(null, 204)
  })

/** A viewer's own state of a video: whether it is saved, and where to resume it. */
export const ownEngagementRoutes = accountRoutes()
  .get('/mine', validate('query', mineQuery), async (c) =>
    c.json(await listMine(c.var.ctx, c.req.valid('query').ids)),
  )
  .put(`${videoPath}/save`, videoParam, linkKey, async (c) =>
    c.json(await saveVideo(c.var.ctx, c.req.valid('param').id, c.req.valid('query').key)),
  )
  .delete(`${videoPath}/save`, videoParam, async (c) =>
    c.json(await unsaveVideo(c.var.ctx, c.req.valid('param').id)),
  )
  .put(`${videoPath}/progress`, validate('json', watchProgress), videoParam, linkKey, async (c) => {
    const { id } = c.req.valid('param')
    await reportPosition(c.var.ctx, id, c.req.valid('json').position, c.req.valid('query').key)
    return c.body(null, 204)
  })
