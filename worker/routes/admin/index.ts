import { Hono } from 'hono'
import type { AppEnv } from '../../env'
import { settingsRow } from '../../services/settings'
import { adminClaimRoutes } from './claims'
import { adminPaymentRoutes, paymentAlertRoutes } from './payments'
import { reviewRoutes } from './review'

/** Behind requireCapability('site.administer'). */
export const adminRoutes = new Hono<AppEnv>()
  .get('/settings', async (c) => c.json(await settingsRow(c.var.ctx)))
  .route('/payments', adminPaymentRoutes)
  .route('/payment-alerts', paymentAlertRoutes)
  .route('/claims', adminClaimRoutes)
  .route('/videos', reviewRoutes)
