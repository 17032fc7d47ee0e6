import { Hono } from 'hono'
import {
  confirmPassword as confirmInput,
  signIn as signInInput,
  signUp as signUpInput,
} from '../../contract/schemas/auth'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { outerLimit } from '../http/rate-limit'
import { requireUser, signedIn } from '../http/require'
import { clearSessionCookie, refreshSessionCookie, writeSessionCookie } from '../http/session'
import { validate } from '../http/validate'
import { confirmPassword } from '../services/accounts/confirm-password'
import { signIn } from '../services/accounts/sign-in'
import { signUp } from '../services/accounts/sign-up'
import { userView } from '../services/accounts/view'
import { endSession } from '../services/sessions/end'

export const authRoutes = new Hono<AppEnv>()
  .get('/me', async (c) => {
    const { ctx } = c.var
    const { actor } = ctx
    if (actor.kind !== 'user') throw new AppError('unauthenticated', 'You are not signed in.')
    await refreshSessionCookie(c, actor)
    return c.json(userView(actor, ctx.now))
  })
  .post('/signup', outerLimit('AUTH_LIMIT'), validate('json', signUpInput), async (c) => {
    const actor = await signUp(c.var.ctx, c.req.valid('json'))
    await writeSessionCookie(c, actor)
    return c.json(userView(actor, c.var.ctx.now), 201)
  })
  .post('/login', outerLimit('AUTH_LIMIT'), validate('json', signInInput), async (c) => {
    const actor = await signIn(c.var.ctx, c.req.valid('json'))
    await writeSessionCookie(c, actor)
    return c.json(userView(actor, c.var.ctx.now))
  })
  .post('/confirm', outerLimit('AUTH_LIMIT'), requireUser(), validate('json', confirmInput), async (c) => {
    await confirmPassword(signedIn(c.var.ctx), c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/logout', async (c) => {
    const { ctx } = c.var
    if (ctx.actor.kind === 'user') await endSession({ ...ctx, actor: ctx.actor })
    clearSessionCookie(c)
    return c.body(null, 204)
  })
