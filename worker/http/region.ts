import type { Context, MiddlewareHandler } from 'hono'
import { can } from '../../contract/values/accounts/permissions'
import { isOpenDocument } from '../../contract/values/site/legal'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { isIn } from '../policy/regions'
import { standingSession } from '../services/videos/playback'
import { embedPolicy } from './documents/embed-policy'
import { isOpenCall } from './open-paths'
import { adultMeta } from './security-headers'
import { readClaims } from './session-cookie'

/** Files that the open documents need. Any other file isn't one of them: a feed shows the catalogue. */
const openFiles =
  /^\/(favicon\.svg|apple-touch-icon\.png|icon-[\w-]+\.png|site\.webmanifest|robots\.txt|\.well-known\/security\.txt)$/

/**
 * Answers 451 where the operator may not, or will not, show the site; to everyone but staff, before
 * anything is read.
 */
export function region(): MiddlewareHandler<AppEnv> {
  return async function regionGuard(c, next) {
    const { config, settings, client } = c.var.ctx
    const { path } = c.req
    const isOpen = () => isOpenCall(path) || isOpenDocument(path) || openFiles.test(path)
    if (!isIn(client.place, settings.blockedRegions) || isOpen() || (await isStaff(c))) return next()
    if (/^\/(api|media)(\/|$)/.test(path)) throw new AppError('region_blocked', sentence)
    if (!path.startsWith('/embed/')) return c.html(page, 451)
    // Other sites frame it, and its links lead to pages that must not be framed.
    c.header('content-security-policy', embedPolicy(config.siteOrigin, null))
    return c.html(page.replaceAll('<a ', '<a target="_blank" '), 451)
  }
}

/** Media requests know the viewer only by the session's token, which outlives a revoked role. */
async function isStaff(c: Context<AppEnv>): Promise<boolean> {
  const { ctx, identity } = c.var
  if (!c.req.path.startsWith('/media/')) return can((await identity.actor()).role, 'desk.open')
  const session = await standingSession(ctx, await readClaims(c, ctx.config, ctx.now))
  return session ? session.staff !== null : false
}

const sentence = "This site isn't available in your region for legal reasons."

/** Reveals neither the site nor its contents. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
${adultMeta}
<title>Not available in your region</title>
</head>
<body>
<main>
<h1>Not available in your region</h1>
<p>${sentence}</p>
<p>You can still <a href="/removal">request a removal</a>, read the <a href="/terms">terms</a> and the
<a href="/privacy">privacy policy</a>, and <a href="/contact">contact us</a>.</p>
</main>
</body>
</html>
`
