import { Hono } from 'hono'
import { mineQuery, watchProgress } from '../../../contract/schemas/videos/videos'
import type { AppEnv } from '../../env'
import { requireUser, signedIn } from '../../http/require'
import { validate } from '../../http/validate'
import { listMine, setLike } from '../../services/videos/likes'
import { saveVideo, unsaveVideo } from '../../services/videos/saved'
import { parseVideoId } from '../../services/videos/videos/internal'
import { countView } from '../../services/videos/views'
import { reportPosition } from '../../services/videos/watch-history'

/**
 * What viewers do with a video: likes, views, and where they left it. Mounted before the video's own routes, which take
 * any name for an id.
 */
export const engagementRoutes = new Hono<AppEnv>()
  .get('/mine', validate('query', mineQuery), async (c) =>
    c.json(await listMine(c.var.ctx, c.req.valid('query').ids)),
  )
  .post('/:id/like', async (c) => c.json(await setLike(c.var.ctx, parseVideoId(c.req.param('id')), true)))
  .delete('/:id/like', async (c) => c.json(await setLike(c.var.ctx, parseVideoId(c.req.param('id')), false)))
  .put('/:id/save', requireUser(), async (c) =>
    c.json(await saveVideo(signedIn(c.var.ctx), parseVideoId(c.req.param('id')))),
  )
  .delete('/:id/save', requireUser(), async (c) =>
    c.json(await unsaveVideo(signedIn(c.var.ctx), parseVideoId(c.req.param('id')))),
  )
  .post('/:id/view', async (c) => {
    await countView(c.var.ctx, parseVideoId(c.req.param('id')))
    return c.body(null, 204)
  })
  .put('/:id/progress', requireUser(), validate('json', watchProgress), async (c) => {
    const id = parseVideoId(c.req.param('id'))
    await reportPosition(signedIn(c.var.ctx), id, c.req.valid('json').position)
    return c.body(null, 204)
  })
