import { removeVideoInput } from '#contract/schemas/moderation/safety'
import { videoParam } from '../../http/params'
import { requireCase } from '../../http/require-case'
import { requireRecentPassword } from '../../http/require-recent-password'
import { requireCapability, staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { exportEvidence } from '../../services/moderation/case-file'
import { listCopies, removeByStaff } from '../../services/moderation/takedown'

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
