import { removeVideoInput } from '#contract/schemas/moderation/safety'
import { requireCase } from '#worker/http/guards/require-case'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { videoParam } from '#worker/http/params'
import { requireCapability, staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { exportEvidence } from '#worker/services/moderation/case-file/index'
import { listCopies, removeByStaff } from '#worker/services/moderation/takedown/index'

/** Mounted among the staff's routes of videos. */
export const takedownRoutes = staffRoutes('case.decide')
  .post(
    '/:id/remove',
    requireCase(),
    requireRecentPassword(),
    validate('json', removeVideoInput),
    videoParam,
    async (c) => {
      await removeByStaff(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .get('/:id/copies', requireCase(), videoParam, async (c) =>
    c.json(await listCopies(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/:id/evidence',
    requireCapability('case.readContacts'),
    requireRecentPassword(),
    videoParam,
    async (c) => {
      const { fileName, text } = await exportEvidence(c.var.ctx, c.req.valid('param').id)
      c.header('content-disposition', `attachment; filename="${fileName}"`)
      return c.body(text, 200, { 'content-type': 'application/json' })
    },
  )
