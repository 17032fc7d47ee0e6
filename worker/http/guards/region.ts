import type { Context, MiddlewareHandler } from 'hono'
import { can } from '#contract/values/accounts/permissions'
import { isOpenDocument } from '#contract/values/site/legal'
import type { AppEnv } from '../../env'
import { AppError } from '../../errors'
import { isIn } from '../../policy/regions'
import { standingSession } from '../../services/videos/playback'
import { unknownSettings } from '../../storage/settings-store'
import { plainPage } from '../documents/plain-page'
import { readClaims } from '../session-cookie'
import { isOpenCall } from './open-paths'

/** Files that the open documents need. All others are closed: a feed, for example, shows the catalogue. */
const openFiles =
  /^\/(favicon\.svg|apple-touch-icon\.png|icon-[\w-]+\.png|site\.webmanifest|robots\.txt|licences\.txt|\.well-known\/security\.txt)$/

/**
 * Answers 451 in regions where the operator may not, or will not, show the site, to everyone but staff. While
 * those regions are unknown, answers 503 to everyone. Open documents, calls and files pass.
 */
export function region(): MiddlewareHandler<AppEnv> {
  return async function regionGuard(c, next) {
    const { settings, client } = c.var.ctx
    const { path } = c.req
    const isOpen = () => isOpenCall(path) || isOpenDocument(path) || openFiles.test(path)
    if (settings === unknownSettings && !isOpen())
      throw new AppError('unavailable', "The site can't answer now. Please try again in a moment.", {
        retryAfter: 5,
      })
    if (!isIn(client.place, settings.blockedRegions) || isOpen() || (await isStaff(c))) return next()
    if (/^\/(api|media)(\/|$)/.test(path)) throw new AppError('region_blocked', sentence)
    return plainPage(c, 451, page)
  }
}

/**
 * Returns whether the request comes from staff. Media requests know the viewer only by the session's token,
 * which outlives a revoked role.
 */
async function isStaff(c: Context<AppEnv>): Promise<boolean> {
  const { ctx, identity } = c.var
  if (!c.req.path.startsWith('/media/')) return can((await identity.actor()).role, 'desk.open')
  const session = await standingSession(ctx, await readClaims(c, ctx.config, ctx.now))
  return session ? session.staff !== null : false
}

const sentence = "This site isn't available in your region for legal reasons."

const page = {
  title: 'Not available in your region',
  body: `<p>${sentence}</p>
<p>You can still <a href="/removal">request a removal</a>, read the <a href="/terms">terms</a> and the
<a href="/privacy">privacy policy</a>, and <a href="/contact">contact us</a>.</p>`,
}
