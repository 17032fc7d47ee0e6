import { adminMailQuery, deadLetterQuery } from '#contract/schemas/site/operations'
import { paged } from '../../http/paged'
import { idParam, randomIdParam } from '../../http/params'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { dismissJob, listJobs, listMail, retryJob, retryMailOnce } from '../../services/site/operations-admin'

export const mailRoutes = staffRoutes('mail.resend')
  .get('/', validate('query', adminMailQuery), async (c) =>
    c.json(paged(c, await listMail(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/retry', idParam, async (c) => c.json(await retryMailOnce(c.var.ctx, c.req.valid('param').id)))

export const jobRoutes = staffRoutes('site.administer')
  .get('/', validate('query', deadLetterQuery), async (c) =>
    c.json(paged(c, await listJobs(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/retry', randomIdParam, async (c) => c.json(await retryJob(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/dismiss', randomIdParam, async (c) =>
    c.json(await dismissJob(c.var.ctx, c.req.valid('param').id)),
  )
