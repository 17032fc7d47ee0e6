import type { Context } from 'hono'
import {
  endAllSessionsInput,
  forgotPasswordInput,
  passkeySignInInput,
  resetPasswordInput,
  secondFactorInput,
  useLinkInput,
} from '#contract/schemas/accounts/account'
import { confirmPasswordInput, signInInput, signUpInput, type User } from '#contract/schemas/accounts/auth'
import type { AppEnv } from '../env'
import { ownHost } from '../http/guards/own-host'
import { outerLimit } from '../http/guards/rate-limit'
import { readAsOwn } from '../http/identity'
import { accountRoutes, openRoutes, viewerRoutes } from '../http/routers'
import {
  clearSession,
  readDeviceCookie,
  refreshSessionCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from '../http/session-cookie'
import { validate } from '../http/validate'
import { confirmEmail, verifyEmail } from '../services/accounts/email-address'
import { type AccountForSignIn, enter, signIn, signUp } from '../services/accounts/entry'
import { challengePasskey, passkeyUnknown, signInWithPasskey } from '../services/accounts/passkeys'
import { confirmPassword, forgotPassword, offerOfReset, resetPassword } from '../services/accounts/passwords'
import { passSecondFactor, ticketDead } from '../services/accounts/second-factor'
import { endAllSessions, endSession } from '../services/accounts/sessions'
import { ownView, unreadOf } from '../services/site/notices'

export const authRoutes = viewerRoutes()
  .post('/signup', outerLimit('AUTH_LIMIT'), validate('json', signUpInput), async (c) => {
    const { ctx } = c.var
    const actor = await signUp(ctx, c.req.valid('json'))
    await writeSessionCookie(c, actor)
    return c.json(ownView(actor, await unreadOf(ctx, actor.id), ctx.now), 201)
  })
  .post('/login', outerLimit('AUTH_LIMIT'), validate('json', signInInput), async (c) => {
    const answer = await signIn(c.var.ctx, c.req.valid('json'), readDeviceCookie(c))
    return c.json('secondFactor' in answer ? answer : await admit(c, answer))
  })
  .post(
    '/second-factor',
    outerLimit('AUTH_LIMIT'),
    ownHost(ticketDead),
    validate('json', secondFactorInput),
    async (c) => {
      return c.json(await admit(c, await passSecondFactor(c.var.ctx, c.req.valid('json'))))
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
      return c.json(await admit(c, await signInWithPasskey(c.var.ctx, c.req.valid('json'))))
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
    // Its owner can sign in here even after someone else used up the account's limits.
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

/** Starts a session for an account that has passed every step of a sign-in. */
async function admit(c: Context<AppEnv>, account: AccountForSignIn): Promise<User> {
  const { ctx } = c.var
  const [actor, unread] = await Promise.all([enter(ctx, account), unreadOf(ctx, account.id)])
  await writeSessionCookie(c, actor)
  return ownView(actor, unread, ctx.now)
}

/** The signed-in account. It is looked up while its unread notifications are counted. */
export const meRoutes = openRoutes().get('/me', async (c) => {
  const { actor, found } = await readAsOwn(c, (ctx) => unreadOf(ctx, ctx.actor.id))
  await refreshSessionCookie(c, actor)
  return c.json(ownView(actor, found, c.var.ctx.now))
})

/** The current session's actions on itself. */
export const ownSessionRoutes = accountRoutes()
  .post('/confirm', outerLimit('AUTH_LIMIT'), validate('json', confirmPasswordInput), async (c) => {
    await writeSessionCookie(c, await confirmPassword(c.var.ctx, c.req.valid('json')))
    return c.body(null, 204)
  })
  .post('/logout-everywhere', validate('json', endAllSessionsInput), async (c) => {
    await endAllSessions(c.var.ctx, c.req.valid('json'))
    clearSession(c)
    return c.body(null, 204)
  })
