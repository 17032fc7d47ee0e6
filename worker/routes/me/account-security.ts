import { changeEmailInput, changePasswordInput } from '#contract/schemas/accounts/account'
import { pageQuery } from '#contract/schemas/shared/lists'
import { outerLimit } from '../../http/guards/rate-limit'
import { paged } from '../../http/paged'
import { randomIdParam } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { clearSession, writeSessionCookie } from '../../http/session-cookie'
import { validate } from '../../http/validate'
import { askForEmail, sendVerification } from '../../services/accounts/email-address'
import { changePassword } from '../../services/accounts/passwords'
import { endOneSession, endOtherSessions, listSessions } from '../../services/accounts/sessions'

export const accountSecurityRoutes = accountRoutes()
  .post('/verification', async (c) => {
    await sendVerification(c.var.ctx)
    return c.json({}, 202)
  })
  .post('/password', outerLimit('AUTH_LIMIT'), validate('json', changePasswordInput), async (c) => {
    await writeSessionCookie(c, await changePassword(c.var.ctx, c.req.valid('json')))
    return c.body(null, 204)
  })
  .post('/email', outerLimit('AUTH_LIMIT'), validate('json', changeEmailInput), async (c) => {
    await askForEmail(c.var.ctx, c.req.valid('json'))
    return c.json({}, 202)
  })
  .get('/sessions', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listSessions(c.var.ctx, c.req.valid('query')))),
  )
  .delete('/sessions', async (c) => {
    await writeSessionCookie(c, await endOtherSessions(c.var.ctx))
    return c.body(null, 204)
  })
  .delete('/sessions/:id', randomIdParam, async (c) => {
    const { id } = c.req.valid('param')
    const ctx = c.var.ctx
    await endOneSession(ctx, id)
    if (id === ctx.actor.sessionId) clearSession(c)
    return c.body(null, 204)
  })
