import { giftCodeInput } from '#contract/schemas/payments/gift-codes'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { redeemGiftCode } from '../../services/payments/gift-codes'

export const giftCodeRoutes = accountRoutes().post(
  '/gift-codes',
  validate('json', giftCodeInput),
  async (c) => c.json(await redeemGiftCode(c.var.ctx, c.req.valid('json'))),
)
