import { adminClaimQuery, approveClaimInput, rejectClaimInput } from '#contract/schemas/payments/payments'
import { paged } from '../../http/paged'
import { randomIdParam } from '../../http/params'
import { requireRecentPassword } from '../../http/require-recent-password'
import { requireCapability, staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { approveClaim, getClaim, listClaims, rejectClaim } from '../../services/payments/claims'

export const adminClaimRoutes = staffRoutes('payment.read')
  .get('/', validate('query', adminClaimQuery), async (c) =>
    c.json(paged(c, await listClaims(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', randomIdParam, async (c) => c.json(await getClaim(c.var.ctx, c.req.valid('param').id)))
  .post(
    '/:id/approve',
    requireCapability('payment.decide'),
    requireRecentPassword(),
    randomIdParam,
    validate('json', approveClaimInput),
    async (c) => c.json(await approveClaim(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/reject',
    requireCapability('payment.decide'),
    randomIdParam,
    validate('json', rejectClaimInput),
    async (c) => c.json(await rejectClaim(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
