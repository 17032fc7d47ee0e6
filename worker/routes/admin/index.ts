import { Hono } from 'hono'
import type { AppEnv } from '../../env'
import { settingsRow } from '../../services/settings'

/** Behind requireCapability('site.administer'). */
export const adminRoutes = new Hono<AppEnv>().get('/settings', async (c) =>
  c.json(await settingsRow(c.var.ctx)),
)
