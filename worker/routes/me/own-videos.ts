import { statisticsQuery } from '#contract/schemas/videos/statistics'
import {
  createVideoInput,
  listOwnVideosQuery,
  ownBulkInput,
  renewLinkInput,
  updateVideoInput,
} from '#contract/schemas/videos/video'
import { paged } from '../../http/paged'
import { videoParam, videoPath } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listCorrections } from '../../services/moderation/corrections'
import { countOwnVideos, listOwnVideos } from '../../services/videos/browse'
import {
  changeOwnMany,
  createVideo,
  removeVideo,
  renewLink,
  resubmitVideo,
  updateVideo,
} from '../../services/videos/publishing'
import { getOwnStatistics, getVideoStatistics } from '../../services/videos/statistics'

/** Publishing and managing an account's own videos; staff change videos by the same calls. */
export const ownVideoRoutes = accountRoutes()
  .get('/my-videos', validate('query', listOwnVideosQuery), async (c) => {
    return c.json(paged(c, await listOwnVideos(c.var.ctx, c.req.valid('query'))))
  })
  .post('/my-videos/bulk', validate('json', ownBulkInput), async (c) =>
    c.json(await changeOwnMany(c.var.ctx, c.req.valid('json'))),
  )
  .get('/my-videos/counts', async (c) => c.json(await countOwnVideos(c.var.ctx)))
  .get('/my-videos/statistics', validate('query', statisticsQuery), async (c) =>
    c.json(await getOwnStatistics(c.var.ctx, c.req.valid('query').days)),
  )
  .get(`${videoPath}/statistics`, validate('query', statisticsQuery), videoParam, async (c) =>
    c.json(await getVideoStatistics(c.var.ctx, c.req.valid('param').id, c.req.valid('query').days)),
  )
  .post('/', validate('json', createVideoInput), async (c) => {
    const { video, created } = await createVideo(c.var.ctx, c.req.valid('json'))
    return c.json(video, created ? 201 : 200)
  })
  .patch(videoPath, validate('json', updateVideoInput), videoParam, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await updateVideo(c.var.ctx, id, c.req.valid('json')))
  })
  .get(`${videoPath}/corrections`, videoParam, async (c) =>
    c.json(await listCorrections(c.var.ctx, c.req.valid('param').id)),
  )
  .delete(videoPath, videoParam, async (c) => {
    await removeVideo(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post(`${videoPath}/link`, validate('json', renewLinkInput), videoParam, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await renewLink(c.var.ctx, id, c.req.valid('json')))
  })
  .post(`${videoPath}/resubmit`, videoParam, async (c) =>
    c.json(await resubmitVideo(c.var.ctx, c.req.valid('param').id)),
  )
