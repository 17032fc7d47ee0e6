import { fieldReport } from '#contract/schemas/site/field-data'
import { isWithin } from '../../http/guards/rate-limit'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { recordVisit } from '../../services/site/field-data'

/**
 * Reports of sampled browsers, without a cookie. Every valid report gets the same answer, which doesn't tell
 * whether it was counted.
 */
export const fieldDataRoutes = openRoutes().post('/', validate('json', fieldReport), async (c) => {
  const { ctx } = c.var
  // A page reports once. Counted apart from the same address's attempts to sign in.
  const isFew = await isWithin(c.env.AUTH_LIMIT, `field-data:${ctx.client.address}`, ctx.requestId)
  if (isFew) recordVisit(ctx, c.req.valid('json'), coloOf(c.req.raw.cf))
  return c.body(null, 204)
})

/** Returns the code of Cloudflare's data centre that answers: that of its airport. */
function coloOf(cf: CfProperties | undefined): string | null {
  return typeof cf?.colo === 'string' && /^[A-Z]{3}$/.test(cf.colo) ? cf.colo : null
}
