import { Hono } from 'hono'
import { listOwnVideos as listInput } from '../../../contract/schemas/videos/videos'
import type { UserEnv } from '../../env'
import { paged } from '../../http/paged'
import { validate } from '../../http/validate'
import { countOwnVideos, listOwnVideos } from '../../services/videos/videos/list'

export const ownVideoRoutes = new Hono<UserEnv>()
  .get('/my-videos', validate('query', listInput), async (c) => {
    return c.json(paged(c, await listOwnVideos(c.var.ctx, c.req.valid('query'))))
  })
  .get('/my-videos/counts', async (c) => c.json(await countOwnVideos(c.var.ctx)))
