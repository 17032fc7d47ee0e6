import { Hono } from 'hono'
import { mineQuery } from '../../../contract/schemas/videos'
import type { AppEnv } from '../../env'
import { validate } from '../../http/validate'
import { listMine, setLike } from '../../services/likes'
import { parseVideoId } from '../../services/videos/internal'
import { countView } from '../../services/views'

/** What viewers do with a video: likes and views. Mounted before the video's own routes, which take any name for an id. */
export const engagementRoutes = new Hono<AppEnv>()
  .get('/mine', validate('query', mineQuery), async (c) =>
    c.json(await listMine(c.var.ctx, c.req.valid('query').ids)),
  )
  .post('/:id/like', async (c) => c.json(await setLike(c.var.ctx, parseVideoId(c.req.param('id')), true)))
  .delete('/:id/like', async (c) => c.json(await setLike(c.var.ctx, parseVideoId(c.req.param('id')), false)))
  .post('/:id/view', async (c) => {
    await countView(c.var.ctx, parseVideoId(c.req.param('id')))
    return c.body(null, 204)
  })
