import { giveGiftInput, revokeGiftInput } from '#contract/schemas/payments/gifts'
import { pageQuery } from '#contract/schemas/shared/lists'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { paged } from '#worker/http/paged'
import { idParam, randomIdParam } from '#worker/http/params'
import { requireCapability, staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { giftsTo, giveGift, listGifts, revokeGift } from '#worker/services/payments/gifts/index'

const grave = requireRecentPassword()
const give = requireCapability('premium.give')

/** Gifts to one account. */
export const giftRoutes = staffRoutes('payment.read')
  .get('/:id/gifts', idParam, async (c) => c.json(await giftsTo(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/gifts', give, grave, idParam, validate('json', giveGiftInput), async (c) => {
    await giveGift(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })

export const adminGiftRoutes = staffRoutes('payment.read')
  .get('/', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listGifts(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/revoke', give, grave, randomIdParam, validate('json', revokeGiftInput), async (c) => {
    await revokeGift(c.var.ctx, c.req.valid('param').id, c.req.valid('json').reason)
    return c.body(null, 204)
  })
