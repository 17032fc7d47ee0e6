import { Hono } from 'hono'
import type { AppEnv } from '../../env'
import { settingsRow } from '../../services/settings'
import { reviewRoutes } from './review'

/** Behind requireCapability('site.administer'). */
export const adminRoutes = new Hono<AppEnv>()
  .get('/settings', async (c) => c.json(await settingsRow(c.var.ctx)))
  .route('/videos', reviewRoutes)
