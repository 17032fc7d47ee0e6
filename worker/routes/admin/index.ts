import { staffRoutes } from '../../http/routers'
import { auditRoutes } from './audit'
import { adminCategoryRoutes } from './categories'
import { findRoutes } from './find'
import { libraryRoutes } from './library'
import { accountCareRoutes, factorResetRoutes } from './moderation/account-care'
import { acquirerReportRoutes } from './moderation/acquirer-report'
import { changesRoutes } from './moderation/changes'
import { adminCommentRoutes } from './moderation/comments'
import { contentRoutes } from './moderation/content'
import { correctionRoutes } from './moderation/corrections'
import { adminListRoutes } from './moderation/lists'
import { adminAppealRoutes, adminRemovalRequestRoutes, adminRemovalRoutes } from './moderation/removals'
import { adminReportRoutes } from './moderation/reports'
import { reviewRoutes } from './moderation/review'
import { takedownRoutes } from './moderation/takedown'
import { adminUserRoutes } from './moderation/users'
import { newsRoutes } from './news'
import { jobRoutes, mailRoutes } from './operations'
import { adminFieldDataRoutes, overviewRoutes, waitingRoutes } from './overview'
import { adminClaimRoutes } from './payments/claims'
import { adminGiftCodeRoutes } from './payments/gift-codes'
import { adminGiftRoutes, giftRoutes } from './payments/gifts'
import {
  accountOrderRoutes,
  adminPaymentRoutes,
  paymentAlertRoutes,
  paymentStatementRoutes,
} from './payments/payments'
import { adminSettingsRoutes } from './settings'
import { statusRoutes } from './status'
import { storageRoutes } from './storage'
import { adminTagRoutes, refusedTermRoutes } from './tags'

/** Routes of the administration. Its `route()` refuses a router without a guard for staff. */
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
