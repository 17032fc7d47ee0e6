import { profileVideosQuery } from '../../../contract/schemas/videos/profiles'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { accountRoutes, openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { follow, unfollow } from '../../services/videos/follows'
import { getProfile, listProfileVideos } from '../../services/videos/profiles'

/** Uploaders' pages. */
export const uploaderRoutes = openRoutes()
  .get('/:username', async (c) => c.json(await getProfile(c.var.ctx, c.req.param('username'))))
  .get('/:username/videos', validate('query', profileVideosQuery), async (c) =>
    c.json(paged(c, await listProfileVideos(c.var.ctx, c.req.param('username'), c.req.valid('query')))),
  )

/** Following an uploader. */
export const followRoutes = accountRoutes()
  .put('/:id/follow', idParam, async (c) => c.json(await follow(c.var.ctx, c.req.valid('param').id)))
  .delete('/:id/follow', idParam, async (c) => c.json(await unfollow(c.var.ctx, c.req.valid('param').id)))
