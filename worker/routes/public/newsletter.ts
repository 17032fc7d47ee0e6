import * as z from 'zod'
import { useLinkInput } from '#contract/schemas/accounts/account'
import { subscribeInput } from '#contract/schemas/site/newsletter'
import { ownHost } from '../../http/guards/own-host'
import { outerLimit } from '../../http/guards/rate-limit'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { confirmSubscription, requestSubscription, unsubscribe } from '../../services/site/newsletter'

export const newsletterRoutes = openRoutes()
  .post('/', validate('json', subscribeInput), async (c) => {
    await requestSubscription(c.var.ctx, c.req.valid('json').email)
    return c.json({ requested: true }, 202)
  })
  .post('/confirm', ownHost(), validate('json', useLinkInput), async (c) => {
    await confirmSubscription(c.var.ctx, c.req.valid('json').token)
    return c.json({ confirmed: true })
  })

const link = z.object({ token: z.string().max(100) })

/**
 * One-click unsubscribing from email programs: a form post from anywhere, without a cookie, whose body is
 * constant (RFC 8058). The URL's signature is the guard, so only the API's coarse limit applies.
 */
export const unsubscribeRoutes = openRoutes()
  .use(outerLimit('API_LIMIT'))
  .post('/', validate('query', link), async (c) => {
    await unsubscribe(c.var.ctx, c.req.valid('query').token)
    return c.json({ unsubscribed: true })
  })
  // A program without one-click support opens the URL instead; GET changes nothing.
  .get('/', validate('query', link), (c) =>
    c.redirect(`/unsubscribe?${new URLSearchParams(c.req.valid('query'))}`, 303),
  )
