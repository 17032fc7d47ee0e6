import { staffRoutes } from '../../http/routers'
import { accountCareRoutes, factorResetRoutes } from './account-care'
import { acquirerReportRoutes } from './acquirer-report'
import { auditRoutes } from './audit'
import { adminCategoryRoutes } from './categories'
import { changesRoutes } from './changes'
import { adminClaimRoutes } from './claims'
import { adminCommentRoutes } from './comments'
import { contentRoutes } from './content'
import { correctionRoutes } from './corrections'
import { findRoutes } from './find'
import { adminGiftCodeRoutes } from './gift-codes'
import { adminGiftRoutes, giftRoutes } from './gifts'
import { libraryRoutes } from './library'
import { adminListRoutes } from './lists'
import { newsRoutes } from './news'
import { jobRoutes, mailRoutes } from './operations'
import { adminFieldDataRoutes, overviewRoutes, waitingRoutes } from './overview'
import {
  accountOrderRoutes,
  adminPaymentRoutes,
  paymentAlertRoutes,
  paymentStatementRoutes,
} from './payments'
import { adminAppealRoutes, adminRemovalRequestRoutes, adminRemovalRoutes } from './removals'
import { adminReportRoutes } from './reports'
import { reviewRoutes } from './review'
import { adminSettingsRoutes } from './settings'
import { statusRoutes } from './status'
import { storageRoutes } from './storage'
import { adminTagRoutes, refusedTermRoutes } from './tags'
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
  .route('/status', statusRoutes)
  .route('/field-data', adminFieldDataRoutes)
  .route('/waiting', waitingRoutes)
  .route('/find', findRoutes)
  .route('/factor-resets', factorResetRoutes)
  .route('/users', accountCareRoutes)
  .route('/users', adminUserRoutes)
  .route('/users', giftRoutes)
  .route('/users', accountOrderRoutes)
  .route('/gifts', adminGiftRoutes)
  .route('/gift-codes', adminGiftCodeRoutes)
  .route('/audit', auditRoutes)
  .route('/payments', adminPaymentRoutes)
  .route('/payment-statements', paymentStatementRoutes)
  .route('/acquirer-reports', acquirerReportRoutes)
  .route('/payment-alerts', paymentAlertRoutes)
  .route('/claims', adminClaimRoutes)
  .route('/library', libraryRoutes)
  .route('/videos', contentRoutes)
  .route('/videos', reviewRoutes)
  .route('/videos', takedownRoutes)
  .route('/videos', correctionRoutes)
  .route('/videos', changesRoutes)
  .route('/reports', adminReportRoutes)
  .route('/comments', adminCommentRoutes)
  .route('/categories', adminCategoryRoutes)
  .route('/tags', adminTagRoutes)
  .route('/refused-terms', refusedTermRoutes)
  .route('/removal-requests', adminRemovalRequestRoutes)
  .route('/removals', adminRemovalRoutes)
  .route('/lists', adminListRoutes)
  .route('/appeals', adminAppealRoutes)
