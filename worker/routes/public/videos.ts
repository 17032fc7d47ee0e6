import { pageQuery } from '#contract/schemas/shared/lists'
import { listVideosQuery } from '#contract/schemas/videos/video'
import { readAs } from '../../http/identity'
import { paged } from '../../http/paged'
import { linkKey, videoParam, videoPath } from '../../http/params'
import { openRoutes } from '../../http/routers'
import { refreshSessionCookie } from '../../http/session-cookie'
import { validate } from '../../http/validate'
import { getRelated, getVideo, listPublicVideos, listTrending } from '../../services/videos/browse'

export const videoRoutes = openRoutes()
  .get('/', validate('query', listVideosQuery), async (c) => {
    const { found } = await readAs(c, (ctx) => listPublicVideos(ctx, c.req.valid('query')))
    return c.json(paged(c, found))
  })
  .get('/trending', validate('query', pageQuery), async (c) => {
    const { found } = await readAs(c, (ctx) => listTrending(ctx, c.req.valid('query')))
    return c.json(paged(c, found))
  })
  .get(videoPath, videoParam, linkKey, async (c) => {
    const { actor, found } = await readAs(c, (ctx) =>
      getVideo(ctx, c.req.valid('param').id, c.req.valid('query').key),
    )
    if (actor.kind === 'user') await refreshSessionCookie(c, actor)
    return c.json(found)
  })
  .get(`${videoPath}/related`, videoParam, linkKey, async (c) => {
    const { found } = await readAs(c, (ctx) =>
      getRelated(ctx, c.req.valid('param').id, c.req.valid('query').key),
    )
    return c.json(found)
  })
