import { Hono } from 'hono'
import {
  confirmCrypto as cryptoBody,
  confirmNetbanking as netbankingBody,
  confirmUpi as upiBody,
} from '../../../contract/schemas/payments/payments'
import type { AppEnv } from '../../env'
import { requireUser, signedIn } from '../../http/require'
import { validate } from '../../http/validate'
import { confirmCrypto, confirmNetbanking, confirmUpi } from '../../services/payments/claims'

/** Payments that are proved by a reference which the buyer types. */
export const claimRoutes = new Hono<AppEnv>()
  .post('/confirm-upi', requireUser(), validate('json', upiBody), async (c) =>
    c.json(await confirmUpi(signedIn(c.var.ctx), c.req.valid('json'))),
  )
  .post('/confirm-netbanking', requireUser(), validate('json', netbankingBody), async (c) =>
    c.json(await confirmNetbanking(signedIn(c.var.ctx), c.req.valid('json'))),
  )
  .post('/confirm-crypto', requireUser(), validate('json', cryptoBody), async (c) =>
    c.json(await confirmCrypto(signedIn(c.var.ctx), c.req.valid('json'))),
  )
