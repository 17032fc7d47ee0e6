import { Hono } from 'hono'
import {
  createVideo as createInput,
  listVideos,
  updateVideo as updateInput,
} from '../../../contract/schemas/videos/videos'
import type { AppEnv } from '../../env'
import { paged } from '../../http/paged'
import { requireUser, signedIn } from '../../http/require'
import { refreshSessionCookie } from '../../http/session'
import { validate } from '../../http/validate'
import { createVideo } from '../../services/videos/videos/create'
import { getVideo } from '../../services/videos/videos/get'
import { parseVideoId } from '../../services/videos/videos/internal'
import { listPublicVideos } from '../../services/videos/videos/list'
import { removeVideo } from '../../services/videos/videos/remove'
import { resubmitVideo } from '../../services/videos/videos/resubmit'
import { updateVideo } from '../../services/videos/videos/update'

export const videoRoutes = new Hono<AppEnv>()
  .get('/', validate('query', listVideos), async (c) => {
    return c.json(paged(c, await listPublicVideos(c.var.ctx, c.req.valid('query'))))
  })
  .post('/', requireUser(), validate('json', createInput), async (c) => {
    const { video, created } = await createVideo(signedIn(c.var.ctx), c.req.valid('json'))
    return c.json(video, created ? 201 : 200)
  })
  .get('/:id', async (c) => {
    const { ctx } = c.var
    if (ctx.actor.kind === 'user') await refreshSessionCookie(c, ctx.actor)
    return c.json(await getVideo(ctx, parseVideoId(c.req.param('id'))))
  })
  .post('/:id/resubmit', requireUser(), async (c) =>
    c.json(await resubmitVideo(signedIn(c.var.ctx), parseVideoId(c.req.param('id')))),
  )
  .patch('/:id', requireUser(), validate('json', updateInput), async (c) => {
    const id = parseVideoId(c.req.param('id'))
    return c.json(await updateVideo(signedIn(c.var.ctx), id, c.req.valid('json')))
  })
  .delete('/:id', requireUser(), async (c) => {
    await removeVideo(signedIn(c.var.ctx), parseVideoId(c.req.param('id')))
    return c.body(null, 204)
  })
