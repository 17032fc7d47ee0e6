import {
  createVideo as createInput,
  listOwnVideos as listInput,
  updateVideo as updateInput,
} from '../../../contract/schemas/videos/videos'
import { paged } from '../../http/paged'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { createVideo } from '../../services/videos/videos/create'
import { parseVideoId } from '../../services/videos/videos/internal'
import { countOwnVideos, listOwnVideos } from '../../services/videos/videos/list'
import { removeVideo } from '../../services/videos/videos/remove'
import { resubmitVideo } from '../../services/videos/videos/resubmit'
import { updateVideo } from '../../services/videos/videos/update'

/** Publishing, and what its uploader then does with a video; staff change it by the same calls. */
export const ownVideoRoutes = accountRoutes()
  .get('/my-videos', validate('query', listInput), async (c) => {
    return c.json(paged(c, await listOwnVideos(c.var.ctx, c.req.valid('query'))))
  })
  .get('/my-videos/counts', async (c) => c.json(await countOwnVideos(c.var.ctx)))
  .post('/', validate('json', createInput), async (c) => {
    const { video, created } = await createVideo(c.var.ctx, c.req.valid('json'))
    return c.json(video, created ? 201 : 200)
  })
  .patch('/:id', validate('json', updateInput), async (c) => {
    const id = parseVideoId(c.req.param('id'))
    return c.json(await updateVideo(c.var.ctx, id, c.req.valid('json')))
  })
  .delete('/:id', async (c) => {
    await removeVideo(c.var.ctx, parseVideoId(c.req.param('id')))
    return c.body(null, 204)
  })
  .post('/:id/resubmit', async (c) => c.json(await resubmitVideo(c.var.ctx, parseVideoId(c.req.param('id')))))
