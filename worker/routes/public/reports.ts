import { Hono } from 'hono'
import { report as reportInput } from '../../../contract/schemas/moderation/safety'
import type { AppEnv } from '../../env'
import { validate } from '../../http/validate'
import { getReceipt, reportVideo } from '../../services/moderation/reports'
import { parseVideoId } from '../../services/videos/videos/internal'

/** Mounted among the videos' routes: whoever may see a video may report it. */
export const reportRoutes = new Hono<AppEnv>().post(
  '/:id/report',
  validate('json', reportInput),
  async (c) => {
    const id = parseVideoId(c.req.param('id'))
    const { receipt, created } = await reportVideo(c.var.ctx, id, c.req.valid('json'))
    return c.json(receipt, created ? 201 : 200)
  },
)

export const receiptRoutes = new Hono<AppEnv>().get('/:code', async (c) =>
  c.json(await getReceipt(c.var.ctx, c.req.param('code'))),
)
