import * as z from 'zod'
import {
  adminClaimQuery,
  approveClaim as approval,
  rejectClaim as rejection,
} from '../../../contract/schemas/payments/payments'
import { paged } from '../../http/paged'
import { requireRecentPassword } from '../../http/require-recent-password'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { approveClaim, getClaim, listClaims, rejectClaim } from '../../services/payments/claims'

const one = z.object({ id: z.string().max(64) })

export const adminClaimRoutes = staffRoutes()
  .get('/', validate('query', adminClaimQuery), async (c) =>
    c.json(paged(c, await listClaims(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', validate('param', one), async (c) =>
    c.json(await getClaim(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/approve',
    requireRecentPassword(),
    validate('param', one),
    validate('json', approval),
    async (c) => c.json(await approveClaim(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post('/:id/reject', validate('param', one), validate('json', rejection), async (c) =>
    c.json(await rejectClaim(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
