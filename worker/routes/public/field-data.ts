import { fieldReport } from '#contract/schemas/site/field-data'
import { isWithin } from '../../http/guards/rate-limit'
import { openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { recordVisit } from '../../services/site/field-data'

/**
 * What sampled browsers report, without a cookie. Every valid report is answered alike: whether it was counted is
 * nothing to go by.
 */
export const fieldDataRoutes = openRoutes().post('/', validate('json', fieldReport), async (c) => {
  const { ctx } = c.var
  // A page reports once. Apart from the attempts to sign in of the same address.
  const isFew = await isWithin(c.env.AUTH_LIMIT, `field-data:${ctx.client.address}`, ctx.requestId)
  if (isFew) recordVisit(ctx, c.req.valid('json'), coloOf(c.req.raw.cf))
  return c.body(null, 204)
})

/** Cloudflare's data centre that answers, by the code of its airport. */
function coloOf(cf: CfProperties | undefined): string | null {
  return typeof cf?.colo === 'string' && /^[A-Z]{3}$/.test(cf.colo) ? cf.colo : null
}
