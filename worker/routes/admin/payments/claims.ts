import { adminClaimQuery, approveClaimInput, rejectClaimInput } from '#contract/schemas/payments/payments'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { paged } from '#worker/http/paged'
import { randomIdParam } from '#worker/http/params'
import { requireCapability, staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { approveClaim, getClaim, listClaims, rejectClaim } from '#worker/services/payments/claims/index'

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
