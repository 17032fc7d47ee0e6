import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { type CheckoutBoot, type CheckoutQuery, checkoutQuery } from '#contract/schemas/payments/checkout'
import { can } from '#contract/values/accounts/permissions'
import { ageCookie } from '#contract/values/shared/limits'
import type { AppEnv } from '../env'
import { checkoutPermissions, checkoutPolicy } from '../http/documents/checkout-policy'
import { documentShell } from '../http/documents/document-shell'
import { unlistedHead } from '../http/documents/head'
import { viewerRoutes } from '../http/routers'
import { userView } from '../services/accounts/entry'
import { isSelling, paymentOptions } from '../services/payments/orders'
import { waitingClaims } from '../services/payments/subscription'
import { isoTime, isoTimeOrNull } from '../services/shared/time'

const shop = '/premium'

/**
 * The only document that loads a script from another host, chosen by our own configuration: in a frame of the
 * premium page, or on a phone as a page of its own. It names the purchase and nothing more.
 */
export const checkoutRoutes = viewerRoutes().get('/', async (c) => {
  const { ctx } = c.var
  const site = c.req.header('sec-fetch-site')
  const foreign = site !== undefined && site !== 'same-origin' && site !== 'none'
  const closed = ctx.settings.maintenanceMode && !can(ctx.actor.role, 'desk.open')
  // The document has no age gate, and another site must not start an order: both start at the shop, which has
  // a gate.
  if (foreign || closed || getCookie(c, ageCookie.name) !== ageCookie.value) return c.redirect(shop, 303)

  // Each name once: of two, one parser would take the first and another the last.
  const given = [...new URL(c.req.url).searchParams]
  const query = Object.fromEntries(given)
  const parsed = checkoutQuery.safeParse(given.length === Object.keys(query).length ? query : null)
  if (!parsed.success) return document(c, 400, refused(c, 'address', shop))
  const { from = shop } = parsed.data
  if (ctx.actor.kind !== 'user') return document(c, 401, refused(c, 'signed_out', from))
  if (userView(ctx.actor, ctx.now).claim === 'waiting') {
    const claims = await waitingClaims({ ...ctx, actor: ctx.actor })
    return document(c, 200, { ...refused(c, 'waiting', from), claims })
  }
  const selling = isSelling(ctx)
  if (!(await selling)) return document(c, 200, refused(c, 'nothing_to_play', from))
  const { method, bank, currency } = parsed.data
  const options = await paymentOptions(ctx, selling)
  const isOffered = options.offers.some(
    (offer) => offer.method === (bank ? 'netbanking' : method) && offer.currencies.includes(currency),
  )
  const scriptUrl = options[method]?.scriptUrl
  if (!isOffered || scriptUrl === undefined) return document(c, 200, refused(c, 'unavailable', from))
  return document(c, 200, opened(c, parsed.data, scriptUrl))
})

function opened(c: Context<AppEnv>, query: CheckoutQuery, scriptUrl: string): CheckoutBoot {
  const { settings, actor, now } = c.var.ctx
  const { method, plan, currency, agreedMinor, bank = null, video = null, from = shop } = query
  const until = actor.kind === 'user' ? actor.premiumUntil : null
  const amountMinor = settings.prices[currency][plan]
  return {
    siteName: settings.siteName,
    contactEmail: settings.contactEmail,
    accent: settings.accent,
    logo: settings.logo,
    from,
    order: { method, plan, currency, amountMinor, agreed: agreedMinor === amountMinor, bank, video },
    scriptUrl,
    refusal: null,
    claims: [],
    now: isoTime(now),
    premiumUntil: isoTimeOrNull(until),
  }
}

function refused(
  c: Context<AppEnv>,
  refusal: NonNullable<CheckoutBoot['refusal']>,
  from: string,
): CheckoutBoot {
  const { settings, now } = c.var.ctx
  const { siteName, contactEmail, accent, logo } = settings
  const nothing = { order: null, scriptUrl: null, claims: [], premiumUntil: null }
  return { siteName, contactEmail, accent, logo, from, refusal, now: isoTime(now), ...nothing }
}

function document(c: Context<AppEnv>, status: 200 | 400 | 401, boot: CheckoutBoot): Response {
  const { order, scriptUrl, siteName } = boot
  c.header('cache-control', 'private, no-store')
  c.header('content-security-policy', checkoutPolicy(order && scriptUrl ? { ...order, scriptUrl } : null))
  c.header('permissions-policy', checkoutPermissions)
  c.header('x-frame-options', 'SAMEORIGIN')
  const head = unlistedHead(`Checkout · ${siteName}`)
  return documentShell(c, { status, head, module: 'checkout/checkout', boot })
}
