import {
  accountLimits,
  noteInput,
  requestFactorResetInput,
  trustInput,
  warnInput,
} from '#contract/schemas/moderation/account-care'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { idParam } from '#worker/http/params'
import { requireCapability, staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import {
  addNote,
  clearProfile,
  confirmAddress,
  confirmFactorReset,
  endSessionsOf,
  getCare,
  listFactorResets,
  requestFactorReset,
  sendReset,
  setLimits,
  setTrust,
  warnMember,
  withdrawFactorReset,
} from '#worker/services/moderation/account-care/index'

const grave = requireRecentPassword()
const manage = requireCapability('user.manage')
const resetFactor = requireCapability('user.resetFactor')

/** Requests to turn off a second factor, which another administrator confirms. */
export const factorResetRoutes = staffRoutes('user.resetFactor').get('/', async (c) =>
  c.json(await listFactorResets(c.var.ctx)),
)

/** Actions of staff on an account, other than bans and changes of role. */
export const accountCareRoutes = staffRoutes('user.read')
  .get('/:id/care', idParam, async (c) => c.json(await getCare(c.var.ctx, c.req.valid('param').id)))
  .put('/:id/trust', manage, grave, idParam, validate('json', trustInput), async (c) => {
    await setTrust(c.var.ctx, c.req.valid('param').id, c.req.valid('json').trusted)
    return c.body(null, 204)
  })
  .put('/:id/limits', manage, grave, idParam, validate('json', accountLimits), async (c) => {
    await setLimits(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/:id/confirm-email', manage, grave, idParam, async (c) => {
    await confirmAddress(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post('/:id/reset-link', requireCapability('mail.resend'), idParam, async (c) => {
    await sendReset(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .delete('/:id/sessions', manage, grave, idParam, async (c) => {
    await endSessionsOf(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post('/:id/warnings', requireCapability('user.warn'), idParam, validate('json', warnInput), async (c) => {
    await warnMember(c.var.ctx, c.req.valid('param').id, c.req.valid('json').text)
    return c.body(null, 204)
  })
  .delete('/:id/profile', requireCapability('case.decide'), idParam, async (c) => {
    await clearProfile(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post('/:id/notes', idParam, validate('json', noteInput), async (c) => {
    await addNote(c.var.ctx, c.req.valid('param').id, c.req.valid('json').text)
    return c.body(null, 204)
  })
  .post(
    '/:id/factor-reset',
    resetFactor,
    grave,
    idParam,
    validate('json', requestFactorResetInput),
    async (c) => {
      await requestFactorReset(c.var.ctx, c.req.valid('param').id, c.req.valid('json').reason)
      return c.body(null, 204)
    },
  )
  .post('/:id/factor-reset/confirm', resetFactor, grave, idParam, async (c) => {
    await confirmFactorReset(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .delete('/:id/factor-reset', resetFactor, idParam, async (c) => {
    await withdrawFactorReset(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
