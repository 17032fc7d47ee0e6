import { viewQuery, watchedInput } from '#contract/schemas/videos/statistics'
import { mineQuery, watchProgress } from '#contract/schemas/videos/video'
import { readAs, readAsOwn } from '../../http/identity'
import { linkKey, videoParam, videoPath } from '../../http/params'
import { accountRoutes, openRoutes, viewerRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listMine, setLike } from '../../services/videos/likes'
import { findPlayable } from '../../services/videos/model'
import { saveVideo, unsaveVideo } from '../../services/videos/saved'
import { addWatched, countView } from '../../services/videos/views'
import { countReport, reportPosition } from '../../services/videos/watch-history'

/** A viewer's likes of a video. A like itself checks for an account. */
export const likeRoutes = viewerRoutes()
  .post(`${videoPath}/like`, videoParam, linkKey, async (c) =>
    c.json(await setLike(c.var.ctx, c.req.valid('param').id, true, c.req.valid('query').key)),
  )
  .delete(`${videoPath}/like`, videoParam, linkKey, async (c) =>
    c.json(await setLike(c.var.ctx, c.req.valid('param').id, false, c.req.valid('query').key)),
  )

/** A player's reports of how a video is watched. The viewer is looked up while the video is. */
export const playRoutes = openRoutes()
  .post(`${videoPath}/view`, validate('query', viewQuery), videoParam, async (c) => {
    const { from, key } = c.req.valid('query')
    const { actor, found } = await readAs(c, (ctx) => findPlayable(ctx, c.req.valid('param').id, key))
    countView({ ...c.var.ctx, actor }, found, from)
    return c.body(null, 204)
  })
  .post(`${videoPath}/watched`, validate('json', watchedInput), videoParam, linkKey, async (c) => {
    const { key } = c.req.valid('query')
    const { actor, found } = await readAs(c, (ctx) => findPlayable(ctx, c.req.valid('param').id, key))
    addWatched({ ...c.var.ctx, actor }, found, c.req.valid('json').parts)
    return c.body(null, 204)
  })
  .put(`${videoPath}/progress`, validate('json', watchProgress), videoParam, linkKey, async (c) => {
    const { key } = c.req.valid('query')
    const claims = await c.var.identity.claims()
    const [{ actor, found }] = await Promise.all([
      readAsOwn(c, (ctx) => findPlayable(ctx, c.req.valid('param').id, key)),
      claims && countReport(c.var.ctx, claims.sessionId),
    ])
    c.set('isBarelyWrite', true)
    reportPosition({ ...c.var.ctx, actor }, found, c.req.valid('json').position)
    return c.body(null, 204)
  })

/** A viewer's own state for videos. */
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
