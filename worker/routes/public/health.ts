import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from '../../env'
import { nothingHere } from '../../errors'
import { openRoutes } from '../../http/routers'
import { checkHealth } from '../../services/site/health'

/** For a monitor: 503 when something is wrong. Without its token, no one learns the site's state. */
export const healthRoutes = openRoutes().get('/', async (c) => {
  if (!mayLook(c)) throw nothingHere()
  const health = await checkHealth(c.var.identity.primary)
  return c.json(health, health.ok ? 200 : 503)
})

function mayLook(c: Context<AppEnv>): boolean {
  const { healthToken, isLocal } = c.var.ctx.config
  if (healthToken === null) return isLocal
  const given = c.req.header('authorization') ?? ''
  return timingSafeEqual(digest(given), digest(`Bearer ${healthToken}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
