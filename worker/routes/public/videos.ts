import { listVideosQuery } from '../../../contract/schemas/videos/videos'
import { paged } from '../../http/paged'
import { videoParam, videoPath } from '../../http/params'
import { openRoutes } from '../../http/routers'
import { refreshSessionCookie } from '../../http/session-cookie'
import { validate } from '../../http/validate'
import { getRelated, getVideo, listPublicVideos } from '../../services/videos/videos'

export const videoRoutes = openRoutes()
  .get('/', validate('query', listVideosQuery), async (c) => {
    return c.json(paged(c, await listPublicVideos(c.var.ctx, c.req.valid('query'))))
  })
  .get(videoPath, videoParam, async (c) => {
    const { ctx } = c.var
    if (ctx.actor.kind === 'user') await refreshSessionCookie(c, ctx.actor)
    return c.json(await getVideo(ctx, c.req.valid('param').id))
  })
  .get(`${videoPath}/related`, videoParam, async (c) => {
    return c.json(await getRelated(c.var.ctx, c.req.valid('param').id))
  })
