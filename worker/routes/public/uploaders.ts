import { profileVideosQuery } from '#contract/schemas/videos/profiles'
import { readAs } from '../../http/identity'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { accountRoutes, openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { follow, unfollow } from '../../services/videos/follows'
import { getProfile, listProfileVideos } from '../../services/videos/profiles'

/** Uploaders' pages. */
export const uploaderRoutes = openRoutes()
  .get('/:username', async (c) => {
    const { found } = await readAs(c, (ctx) => getProfile(ctx, c.req.param('username')))
    return c.json(found)
  })
  .get('/:username/videos', validate('query', profileVideosQuery), async (c) => {
    const { found } = await readAs(c, (ctx) =>
      listProfileVideos(ctx, c.req.param('username'), c.req.valid('query')),
    )
    return c.json(paged(c, found))
  })

/** Following an uploader. */
export const followRoutes = accountRoutes()
  .put('/:id/follow', idParam, async (c) => c.json(await follow(c.var.ctx, c.req.valid('param').id)))
  .delete('/:id/follow', idParam, async (c) => c.json(await unfollow(c.var.ctx, c.req.valid('param').id)))
