import { pageQuery } from '#contract/schemas/shared/lists'
import { updateProfileInput } from '#contract/schemas/videos/profiles'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listFeed } from '../../services/videos/feed'
import { getFollow, listFollows } from '../../services/videos/follows'
import { getOwnProfile, updateProfile } from '../../services/videos/profiles'

/** An account's own page, the uploaders that it follows, and their videos. */
export const followingRoutes = accountRoutes()
  .get('/profile', async (c) => c.json(await getOwnProfile(c.var.ctx)))
  .put('/profile', validate('json', updateProfileInput), async (c) =>
    c.json(await updateProfile(c.var.ctx, c.req.valid('json'))),
  )
  .get('/follows', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listFollows(c.var.ctx, c.req.valid('query')))),
  )
  .get('/follows/:id', idParam, async (c) => c.json(await getFollow(c.var.ctx, c.req.valid('param').id)))
  .get('/following/videos', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listFeed(c.var.ctx, c.req.valid('query')))),
  )
