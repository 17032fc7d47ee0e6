import { confirmTotpInput, newPasskeyInput, passkeyName } from '#contract/schemas/accounts/account'
import { requireRecentPassword } from '../../http/guards/require-recent-password'
import { passkeyParam } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { addPasskey, beginPasskey, nameOwnPasskey, removePasskey } from '../../services/accounts/passkeys'
import {
  beginTotp,
  confirmTotp,
  getSecurity,
  renewRecoveryCodes,
  turnTotpOff,
} from '../../services/accounts/second-factor'

export const secondFactorRoutes = accountRoutes()
  .get('/security', async (c) => c.json(await getSecurity(c.var.ctx)))
  .post('/security/totp', requireRecentPassword(), async (c) => c.json(await beginTotp(c.var.ctx)))
  .post('/security/totp/confirm', validate('json', confirmTotpInput), async (c) =>
    c.json(await confirmTotp(c.var.ctx, c.req.valid('json').code)),
  )
  .delete('/security/totp', requireRecentPassword(), async (c) => {
    await turnTotpOff(c.var.ctx)
    return c.body(null, 204)
  })
  .post('/security/recovery-codes', requireRecentPassword(), async (c) =>
    c.json(await renewRecoveryCodes(c.var.ctx)),
  )
  .post('/security/passkeys/challenge', requireRecentPassword(), async (c) =>
    c.json(await beginPasskey(c.var.ctx)),
  )
  .post('/security/passkeys', requireRecentPassword(), validate('json', newPasskeyInput), async (c) =>
    c.json(await addPasskey(c.var.ctx, c.req.valid('json')), 201),
  )
  .patch('/security/passkeys/:id', passkeyParam, validate('json', passkeyName), async (c) =>
    c.json(await nameOwnPasskey(c.var.ctx, c.req.valid('param').id, c.req.valid('json').name)),
  )
  .delete('/security/passkeys/:id', requireRecentPassword(), passkeyParam, async (c) => {
    await removePasskey(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
