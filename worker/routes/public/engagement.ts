import { mineQuery, watchProgress } from '../../../contract/schemas/videos/videos'
import { accountRoutes, openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listMine, setLike } from '../../services/videos/likes'
import { saveVideo, unsaveVideo } from '../../services/videos/saved'
import { parseVideoId } from '../../services/videos/videos/internal'
import { countView } from '../../services/videos/views'
import { reportPosition } from '../../services/videos/watch-history'

/** What viewers do with a video. A like says itself that it needs an account. */
export const engagementRoutes = openRoutes()
  .post('/:id/like', async (c) => c.json(await setLike(c.var.ctx, parseVideoId(c.req.param('id')), true)))
  .delete('/:id/like', async (c) => c.json(await setLike(c.var.ctx, parseVideoId(c.req.param('id')), false)))
  .post('/:id/view', async (c) => {
    await countView(c.var.ctx, parseVideoId(c.req.param('id')))
    return c.body(null, 204)
  })

/** What of a video is a viewer's own: whether it is saved, and where it was left. */
export const ownEngagementRoutes = accountRoutes()
  .get('/mine', validate('query', mineQuery), async (c) =>
    c.json(await listMine(c.var.ctx, c.req.valid('query').ids)),
  )
  .put('/:id/save', async (c) => c.json(await saveVideo(c.var.ctx, parseVideoId(c.req.param('id')))))
  .delete('/:id/save', async (c) => c.json(await unsaveVideo(c.var.ctx, parseVideoId(c.req.param('id')))))
  .put('/:id/progress', validate('json', watchProgress), async (c) => {
    const id = parseVideoId(c.req.param('id'))
    await reportPosition(c.var.ctx, id, c.req.valid('json').position)
    return c.body(null, 204)
  })
