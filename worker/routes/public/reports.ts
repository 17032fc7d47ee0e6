import { reportInput } from '#contract/schemas/moderation/safety'
import { linkKey, videoParam, videoPath } from '../../http/params'
import { openRoutes, viewerRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { getReceipt, reportVideo } from '../../services/moderation/reports'

/** Mounted among the videos' routes: anyone who may see a video may report it. */
export const reportRoutes = viewerRoutes().post(
  `${videoPath}/report`,
  validate('json', reportInput),
  videoParam,
  linkKey,
  async (c) => {
    const { id } = c.req.valid('param')
    const { receipt, created } = await reportVideo(
      c.var.ctx,
      id,
      c.req.valid('json'),
      c.req.valid('query').key,
    )
    return c.json(receipt, created ? 201 : 200)
  },
)

/** From the primary: a reporter whose browser takes no cookies opens it at once. */
export const receiptRoutes = openRoutes().get('/:code', async (c) =>
  c.json(await getReceipt(c.var.identity.primary, c.req.param('code'))),
)
