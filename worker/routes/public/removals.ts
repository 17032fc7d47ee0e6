import * as z from 'zod'
import { appeal, removalRequest } from '#contract/schemas/moderation/safety'
import { pageQuery } from '#contract/schemas/shared/lists'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { accountRoutes, openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { appealRemoval, getOwnRemoval, listOwnRemovals } from '../../services/moderation/appeals'
import { createRemovalRequest, getRemovalReceipt } from '../../services/moderation/removal-requests'

const byToken = z.object({ token: z.string().max(64) })

/** For people without an account. */
export const removalRequestRoutes = openRoutes()
  .post('/', validate('json', removalRequest), async (c) => {
    const { receipt, created } = await createRemovalRequest(c.var.ctx, c.req.valid('json'))
    return c.json(receipt, created ? 201 : 200)
  })
  .get('/:token', validate('param', byToken), async (c) =>
    // From the primary, as on its page.
    c.json(await getRemovalReceipt(c.var.identity.primary, c.req.valid('param').token)),
  )

/** Removals of an uploader's own videos. */
export const ownRemovalRoutes = accountRoutes()
  .get('/', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listOwnRemovals(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', idParam, async (c) => c.json(await getOwnRemoval(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/appeal', idParam, validate('json', appeal), async (c) =>
    c.json(await appealRemoval(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 201),
  )
