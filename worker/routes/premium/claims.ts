import {
  confirmCryptoInput,
  confirmNetbankingInput,
  confirmUpiInput,
} from '#contract/schemas/payments/payments'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { confirmCrypto, confirmNetbanking, confirmUpi } from '../../services/payments/claims'

/** Payments proved by a typed reference. */
export const claimRoutes = accountRoutes()
  .post('/confirm-upi', validate('json', confirmUpiInput), async (c) =>
    c.json(await confirmUpi(c.var.ctx, c.req.valid('json'))),
  )
  .post('/confirm-netbanking', validate('json', confirmNetbankingInput), async (c) =>
    c.json(await confirmNetbanking(c.var.ctx, c.req.valid('json'))),
  )
  .post('/confirm-crypto', validate('json', confirmCryptoInput), async (c) =>
    c.json(await confirmCrypto(c.var.ctx, c.req.valid('json'))),
  )
