import {
  giftCodeInput,
  makeGiftCodesInput,
  revokeGiftCodesInput,
} from '#contract/schemas/payments/gift-codes'
import { pageQuery } from '#contract/schemas/shared/lists'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { paged } from '#worker/http/paged'
import { randomIdParam } from '#worker/http/params'
import { requireCapability, staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import {
  findGiftCode,
  listGiftCodes,
  makeGiftCodes,
  revokeGiftCodes,
} from '#worker/services/payments/gift-codes/index'

const grave = requireRecentPassword()
const give = requireCapability('premium.give')

export const adminGiftCodeRoutes = staffRoutes('payment.read')
  .get('/', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listGiftCodes(c.var.ctx, c.req.valid('query')))),
  )
  .post('/', give, grave, validate('json', makeGiftCodesInput), async (c) =>
    c.json(await makeGiftCodes(c.var.ctx, c.req.valid('json')), 201),
  )
  // A code doesn't belong in a URL, which logs keep.
  .post('/find', validate('json', giftCodeInput), async (c) =>
    c.json(await findGiftCode(c.var.ctx, c.req.valid('json'))),
  )
  .post('/:id/revoke', give, grave, randomIdParam, validate('json', revokeGiftCodesInput), async (c) => {
    await revokeGiftCodes(c.var.ctx, c.req.valid('param').id, c.req.valid('json').reason)
    return c.body(null, 204)
  })
