import type { AppEnv } from './env'
import { context } from './http/context'
import { errorResponse } from './http/error-response'
import { csrf, jsonBodies } from './http/guards/csrf'
import { maintenance } from './http/guards/maintenance'
import { outerLimit } from './http/guards/rate-limit'
import { region } from './http/guards/region'
import { plainRouter } from './http/routers'
import { securityHeaders } from './http/security-headers'
import { unknownAddress } from './http/unknown-address'
import { adminRoutes } from './routes/admin'
import { authRoutes, meRoutes, ownSessionRoutes } from './routes/auth'
import { checkoutRoutes } from './routes/checkout'
import { discoveryRoutes } from './routes/discovery'
import { embedRoutes } from './routes/embed'
import { accountLeaveRoutes } from './routes/me/account-leave'
import { accountSecurityRoutes } from './routes/me/account-security'
import { captionRoutes } from './routes/me/captions'
import { commentBlockRoutes } from './routes/me/comment-blocks'
import { followingRoutes } from './routes/me/following'
import { importRoutes } from './routes/me/imports'
import { libraryRoutes } from './routes/me/library'
import { listRoutes } from './routes/me/lists'
import { noticeRoutes } from './routes/me/notices'
import { ownVideoRoutes } from './routes/me/own-videos'
import { secondFactorRoutes } from './routes/me/second-factor'
import { subscriptionRoutes } from './routes/me/subscription'
import { uploadRoutes } from './routes/me/uploads'
import { warningRoutes } from './routes/me/warnings'
import { mediaRoutes } from './routes/media'
import { pageRoutes } from './routes/pages'
import { claimRoutes } from './routes/premium/claims'
import { giftCodeRoutes } from './routes/premium/gift-codes'
import { orderRoutes, paymentOptionRoutes, shopRoutes } from './routes/premium/orders'
import { categoryRoutes } from './routes/public/categories'
import {
  commentRoutes,
  openCommentRoutes,
  ownVideoCommentRoutes,
  replyRoutes,
  videoCommentRoutes,
} from './routes/public/comments'
import { downloadRoutes } from './routes/public/downloads'
import { embedGrantRoutes } from './routes/public/embed'
import { likeRoutes, ownEngagementRoutes, playRoutes } from './routes/public/engagement'
import { fieldDataRoutes } from './routes/public/field-data'
import { healthRoutes } from './routes/public/health'
import { newsletterRoutes, unsubscribeRoutes } from './routes/public/newsletter'
import { ownRemovalRoutes, removalRequestRoutes } from './routes/public/removals'
import { receiptRoutes, reportRoutes } from './routes/public/reports'
import { searchRoutes } from './routes/public/search'
import { sharedListRoutes } from './routes/public/shared-lists'
import { siteRoutes } from './routes/public/site'
import { tagRoutes } from './routes/public/tags'
import { followRoutes, uploaderRoutes } from './routes/public/uploaders'
import { videoRoutes } from './routes/public/videos'
import { removalFormRoutes } from './routes/removal-form'
import { webhookRoutes } from './routes/webhooks'

const api = plainRouter<AppEnv>()
  .use(outerLimit('API_LIMIT'), csrf(), jsonBodies(), maintenance())
  .route('/auth', authRoutes)
  .route('/auth', meRoutes)
  .route('/auth', ownSessionRoutes)
  .route('/categories', categoryRoutes)
  .route('/tags', tagRoutes)
  .route('/videos', ownVideoRoutes)
  .route('/videos', captionRoutes)
  .route('/videos', likeRoutes)
  .route('/videos', playRoutes)
  .route('/videos', ownEngagementRoutes)
  .route('/videos', reportRoutes)
  .route('/videos', videoCommentRoutes)
  .route('/videos', ownVideoCommentRoutes)
  .route('/videos', downloadRoutes)
  .route('/videos', videoRoutes)
  .route('/embed', embedGrantRoutes)
  .route('/users', uploaderRoutes)
  .route('/users', followRoutes)
  .route('/comments', replyRoutes)
  .route('/comments', openCommentRoutes)
  .route('/comments', commentRoutes)
  .route('/reports', receiptRoutes)
  .route('/search', searchRoutes)
  .route('/uploads', uploadRoutes)
  .route('/imports', importRoutes)
  .route('/account', subscriptionRoutes)
  .route('/account', accountLeaveRoutes)
  .route('/account', accountSecurityRoutes)
  .route('/account', secondFactorRoutes)
  .route('/account', libraryRoutes)
  .route('/account', warningRoutes)
  .route('/account', followingRoutes)
  .route('/notifications', noticeRoutes)
  .route('/lists', listRoutes)
  .route('/list', sharedListRoutes)
  .route('/account', commentBlockRoutes)
  .route('/premium', shopRoutes)
  .route('/premium', paymentOptionRoutes)
  .route('/premium', orderRoutes)
  .route('/premium', claimRoutes)
  .route('/premium', giftCodeRoutes)
  .route('/removal-requests', removalRequestRoutes)
  .route('/removals', ownRemovalRoutes)
  .route('/admin', adminRoutes)
  .route('/newsletter', newsletterRoutes)
  .route('/field-data', fieldDataRoutes)
  .route('/health', healthRoutes)
  .route('/', siteRoutes)

export const app = plainRouter<AppEnv>()
  .use(securityHeaders(), context(), region())
  // Before the API, whose guards are for browsers.
  .route('/api/webhooks', webhookRoutes)
  .route('/api/newsletter/unsubscribe', unsubscribeRoutes)
  .route('/api', api)
  .route('/media', mediaRoutes)
  .route('/checkout', checkoutRoutes)
  .route('/embed', embedRoutes)
  .route('/', discoveryRoutes)
  .route('/', removalFormRoutes)
  .route('/', pageRoutes)

app.onError(errorResponse)
app.notFound((c) => unknownAddress(app, c))

/** The API's types, for the web's typed client. */
export type AppType = typeof app
