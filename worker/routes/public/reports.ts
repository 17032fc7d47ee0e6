import { report as reportInput } from '../../../contract/schemas/moderation/safety'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { getReceipt, reportVideo } from '../../services/moderation/reports'
import { parseVideoId } from '../../services/videos/videos/internal'

/** Mounted among the videos' routes: whoever may see a video may report it. */
export const reportRoutes = openRoutes().post('/:id/report', validate('json', reportInput), async (c) => {
  const id = parseVideoId(c.req.param('id'))
  const { receipt, created } = await reportVideo(c.var.ctx, id, c.req.valid('json'))
  return c.json(receipt, created ? 201 : 200)
})

export const receiptRoutes = openRoutes().get('/:code', async (c) =>
  c.json(await getReceipt(c.var.ctx, c.req.param('code'))),
)
