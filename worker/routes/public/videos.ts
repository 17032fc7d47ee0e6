import { pageQuery } from '../../../contract/schemas/shared/lists'
import { listVideosQuery } from '../../../contract/schemas/videos/videos'
import { paged } from '../../http/paged'
import { linkKey, videoParam, videoPath } from '../../http/params'
import { openRoutes } from '../../http/routers'
import { refreshSessionCookie } from '../../http/session-cookie'
import { validate } from '../../http/validate'
import { getRelated, getVideo, listPublicVideos, listTrending } from '../../services/videos/videos'

export const videoRoutes = openRoutes()
  .get('/', validate('query', listVideosQuery), async (c) => {
    return c.json(paged(c, await listPublicVideos(c.var.ctx, c.req.valid('query'))))
  })
  .get('/trending', validate('query', pageQuery), async (c) => {
    return c.json(paged(c, await listTrending(c.var.ctx, c.req.valid('query'))))
  })
  .get(videoPath, videoParam, linkKey, async (c) => {
    const { ctx } = c.var
    if (ctx.actor.kind === 'user') await refreshSessionCookie(c, ctx.actor)
    return c.json(await getVideo(ctx, c.req.valid('param').id, c.req.valid('query').key))
  })
  .get(`${videoPath}/related`, videoParam, linkKey, async (c) => {
    return c.json(await getRelated(c.var.ctx, c.req.valid('param').id, c.req.valid('query').key))
  })
