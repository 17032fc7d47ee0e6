import { staffRoutes } from '../../http/routers'
import { auditRoutes } from './audit'
import { adminCategoryRoutes } from './categories'
import { adminClaimRoutes } from './claims'
import { contentRoutes } from './content'
import { findRoutes } from './find'
import { libraryRoutes } from './library'
import { newsRoutes } from './news'
import { jobRoutes, mailRoutes } from './operations'
import { overviewRoutes, waitingRoutes } from './overview'
import { adminPaymentRoutes, paymentAlertRoutes, paymentStatementRoutes } from './payments'
import { adminAppealRoutes, adminRemovalRequestRoutes } from './removals'
import { adminReportRoutes } from './reports'
import { reviewRoutes } from './review'
import { adminSettingsRoutes } from './settings'
import { storageRoutes } from './storage'
import { takedownRoutes } from './takedown'
import { adminUserRoutes } from './users'

/** Its `route()` refuses a router without its guard. */
export const adminRoutes = staffRoutes('desk.open')
  .route('/', adminSettingsRoutes)
  .route('/storage', storageRoutes)
  .route('/mail', mailRoutes)
  .route('/jobs', jobRoutes)
  .route('/news', newsRoutes)
  .route('/overview', overviewRoutes)
  .route('/waiting', waitingRoutes)
  .route('/find', findRoutes)
  .route('/users', adminUserRoutes)
  .route('/audit', auditRoutes)
  .route('/payments', adminPaymentRoutes)
  .route('/payment-statements', paymentStatementRoutes)
  .route('/payment-alerts', paymentAlertRoutes)
  .route('/claims', adminClaimRoutes)
  .route('/library', libraryRoutes)
  .route('/videos', contentRoutes)
  .route('/videos', reviewRoutes)
  .route('/videos', takedownRoutes)
  .route('/reports', adminReportRoutes)
  .route('/categories', adminCategoryRoutes)
  .route('/removal-requests', adminRemovalRequestRoutes)
  .route('/appeals', adminAppealRoutes)
