import type { MiddlewareHandler } from 'hono'
import { can } from '#contract/values/accounts/permissions'
import type { AppEnv } from '../../env'
import { insistOnCase } from '../../services/moderation/case-viewer'
import { parseVideoId } from '../../services/videos/model'
import { insistOnAccount } from '../routers'

/**
 * Guards staff routes that name a video: staff who can't manage every video may act only on cases, and learn
 * of no other video.
 */
export function requireCase(): MiddlewareHandler<AppEnv> {
  return async function caseGuard(c, next) {
    const { ctx } = c.var
    const { actor } = ctx
    insistOnAccount(actor)
    const id = parseVideoId(c.req.param('id') ?? '')
    if (!can(actor.role, 'video.manageAny')) await insistOnCase({ ...ctx, actor }, id)
    await next()
  }
}
