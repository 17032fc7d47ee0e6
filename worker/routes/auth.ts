import {
  endAllSessionsInput,
  forgotPasswordInput,
  passkeySignInInput,
  resetPasswordInput,
  secondFactorInput,
  useLinkInput,
} from '../../contract/schemas/accounts/account'
import { confirmPasswordInput, signInInput, signUpInput } from '../../contract/schemas/accounts/auth'
import { ownHost } from '../http/own-host'
import { outerLimit } from '../http/rate-limit'
import { accountRoutes, openRoutes } from '../http/routers'
import {
  clearSession,
  readDeviceCookie,
  refreshSessionCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from '../http/session-cookie'
import { validate } from '../http/validate'
import {
  confirmEmail,
  confirmPassword,
  forgotPassword,
  offerOfReset,
  resetPassword,
  signIn,
  signUp,
  verifyEmail,
} from '../services/accounts/accounts'
import { challengePasskey, passkeyUnknown, signInWithPasskey } from '../services/accounts/passkeys'
import { passSecondFactor, ticketDead } from '../services/accounts/second-factor'
import { endAllSessions, endSession } from '../services/accounts/sessions'
import { ownView } from '../services/site/notices'

export const authRoutes = openRoutes()
  .post('/signup', outerLimit('AUTH_LIMIT'), validate('json', signUpInput), async (c) => {
    const actor = await signUp(c.var.ctx, c.req.valid('json'))
    await writeSessionCookie(c, actor)
    return c.json(await ownView(c.var.ctx, actor), 201)
  })
  .post('/login', outerLimit('AUTH_LIMIT'), validate('json', signInInput), async (c) => {
    const answer = await signIn(c.var.ctx, c.req.valid('json'), readDeviceCookie(c))
    const isIn = 'kind' in answer
    if (isIn) await writeSessionCookie(c, answer)
    return c.json(isIn ? await ownView(c.var.ctx, answer) : answer)
  })
  .post(
    '/second-factor',
    outerLimit('AUTH_LIMIT'),
    ownHost(ticketDead),
    validate('json', secondFactorInput),
    async (c) => {
      const actor = await passSecondFactor(c.var.ctx, c.req.valid('json'))
      await writeSessionCookie(c, actor)
      return c.json(await ownView(c.var.ctx, actor))
    },
  )
  .post('/passkey/challenge', outerLimit('AUTH_LIMIT'), async (c) =>
    c.json(await challengePasskey(c.var.ctx)),
  )
  .post(
    '/passkey',
    outerLimit('AUTH_LIMIT'),
    ownHost(passkeyUnknown),
    validate('json', passkeySignInInput),
    async (c) => {
      const actor = await signInWithPasskey(c.var.ctx, c.req.valid('json'))
      await writeSessionCookie(c, actor)
      return c.json(await ownView(c.var.ctx, actor))
    },
  )
  .post('/logout', async (c) => {
    const { ctx } = c.var
    if (ctx.actor.kind === 'user') await endSession({ ...ctx, actor: ctx.actor })
    clearSession(c)
    return c.body(null, 204)
  })
  .post('/forgot', outerLimit('AUTH_LIMIT'), validate('json', forgotPasswordInput), async (c) => {
    await forgotPassword(c.var.ctx, c.req.valid('json').email)
    return c.json({}, 202)
  })
  .post('/reset', outerLimit('AUTH_LIMIT'), ownHost(), validate('json', resetPasswordInput), async (c) => {
    const { account, removed } = await resetPassword(c.var.ctx, c.req.valid('json'))
    // Whoever used up the account's limits meanwhile, its owner can sign in here.
    writeDeviceCookie(c, account)
    return c.json(removed)
  })
  .post('/reset/offer', outerLimit('AUTH_LIMIT'), ownHost(), validate('json', useLinkInput), async (c) => {
    return c.json(await offerOfReset(c.var.ctx, c.req.valid('json').token))
  })
  .post('/verify-email', outerLimit('AUTH_LIMIT'), ownHost(), validate('json', useLinkInput), async (c) => {
    await verifyEmail(c.var.ctx, c.req.valid('json').token)
    return c.body(null, 204)
  })
  .post('/confirm-email', outerLimit('AUTH_LIMIT'), ownHost(), validate('json', useLinkInput), async (c) => {
    return c.json(await confirmEmail(c.var.ctx, c.req.valid('json').token))
  })

/** The current session's data, and its own actions. */
export const ownSessionRoutes = accountRoutes()
  .get('/me', async (c) => {
    const { ctx } = c.var
    await refreshSessionCookie(c, ctx.actor)
    return c.json(await ownView(ctx, ctx.actor))
  })
  .post('/confirm', outerLimit('AUTH_LIMIT'), validate('json', confirmPasswordInput), async (c) => {
    await writeSessionCookie(c, await confirmPassword(c.var.ctx, c.req.valid('json')))
    return c.body(null, 204)
  })
  .post('/logout-everywhere', validate('json', endAllSessionsInput), async (c) => {
    await endAllSessions(c.var.ctx, c.req.valid('json'))
    clearSession(c)
    return c.body(null, 204)
  })
