import { type Answer, administers, type Role, signedIn } from './matrix-rules'

const everyone = (): Answer => 'ok'
const handled = (): Answer => 'reached'
const accounts = (role: Role): Answer => (signedIn(role) ? 'ok' : 'sign in')
const accountsReach = (role: Role): Answer => (signedIn(role) ? 'reached' : 'sign in')
/** Staff of these roles; administrators always. */
const staff =
  (answer: Answer, ...named: Role[]) =>
  (role: Role): Answer => {
    if (!signedIn(role)) return 'sign in'
    return administers(role) || named.includes(role) ? answer : 'forbidden'
  }
const administrators = staff('ok')
/** No account here has what the route names. */
const accountsMiss = (role: Role): Answer => (signedIn(role) ? 'missing' : 'sign in')
const administratorsMiss = (role: Role): Answer => {
  const answer = administrators(role)
  return answer === 'ok' ? 'missing' : answer
}
const administratorsReach = (role: Role): Answer => {
  const answer = administrators(role)
  return answer === 'ok' ? 'reached' : answer
}
/** The object's owner; for other accounts, including administrators, it doesn't exist. */
const itsOwner = (role: Role): Answer => {
  if (!signedIn(role)) return 'sign in'
  return role === 'owner' ? 'reached' : 'missing'
}

/** Routes whose answer depends only on the caller. */
export const plainRoutes: Record<string, (role: Role) => Answer> = {
  'GET /api/auth/me': accounts,
  'POST /api/auth/signup': handled,
  'POST /api/auth/login': handled,
  'POST /api/auth/logout': everyone,
  'POST /api/auth/confirm': accountsReach,
  'POST /api/auth/second-factor': handled,
  'POST /api/auth/passkey/challenge': everyone,
  'POST /api/auth/passkey': handled,
  'DELETE /api/account': accountsReach,
  'GET /api/account/export': accounts,
  'GET /api/account/security': accounts,
  'POST /api/account/security/totp': accounts,
  'POST /api/account/security/totp/confirm': accountsReach,
  'DELETE /api/account/security/totp': accounts,
  // No account of the matrix has an authenticator app.
  'POST /api/account/security/recovery-codes': accountsReach,
  'POST /api/account/security/passkeys/challenge': accounts,
  'POST /api/account/security/passkeys': accountsReach,
  'PATCH /api/account/security/passkeys/:id': accountsReach,
  // One that isn't there counts as removed.
  'DELETE /api/account/security/passkeys/:id': accounts,
  'POST /api/auth/logout-everywhere': accounts,
  'POST /api/auth/forgot': handled,
  'POST /api/auth/reset': handled,
  'POST /api/auth/reset/offer': handled,
  'POST /api/auth/verify-email': handled,
  'POST /api/auth/confirm-email': handled,
  'POST /api/account/verification': accounts,
  'POST /api/account/password': accountsReach,
  'POST /api/account/email': accountsReach,
  'GET /api/account/sessions': accounts,
  'DELETE /api/account/sessions': accounts,
  // One that isn't there counts as ended.
  'DELETE /api/account/sessions/:id': accounts,
  'GET /api/account/warnings': accounts,
  'POST /api/account/warnings/:id/acknowledge': accountsMiss,
  'GET /api/categories': everyone,
  'GET /api/tags': handled,
  // No tag has the matrix's name, for any caller.
  'GET /api/tags/:slug': () => 'missing',
  'GET /api/videos': everyone,
  'POST /api/videos': accountsReach,
  'GET /api/videos/mine': accounts,
  'GET /api/videos/my-videos': accounts,
  'POST /api/videos/my-videos/bulk': accountsReach,
  'GET /api/videos/my-videos/counts': accounts,
  'GET /api/videos/my-videos/statistics': accounts,
  'GET /api/search': everyone,
  'GET /api/search/suggest': everyone,
  'GET /api/settings': everyone,
  // For who has its token alone, which no role is.
  'GET /api/health': () => 'missing',
  'GET /api/logo/:hash': (): Answer => 'missing',
  'GET /api/legal/:slug': everyone,
  'POST /api/uploads': accountsReach,
  'GET /api/uploads/:id': itsOwner,
  'GET /api/uploads/:id/content': itsOwner,
  'PUT /api/uploads/:id/parts/:number': itsOwner,
  'POST /api/uploads/:id/complete': itsOwner,
  // An unknown upload counts as abandoned.
  'DELETE /api/uploads/:id': accounts,
  'POST /api/imports': accountsReach,
  'GET /api/imports/:id': itsOwner,
  // One that isn't there counts as deleted.
  'DELETE /api/imports/:id': accounts,
  'GET /api/account/subscription': accounts,
  // Accounts of the matrix bought nothing.
  'POST /api/account/subscription/cancel': accountsReach,
  'POST /api/account/subscription/resume': accountsReach,
  'GET /api/account/payments': accounts,
  'GET /api/account/payments/:id': accountsMiss,
  'GET /api/account/history': accounts,
  'DELETE /api/account/history': accounts,
  // An entry that isn't in the list counts as removed.
  'DELETE /api/account/history/:videoId': accounts,
  'GET /api/account/continue': accounts,
  'GET /api/account/saved': accounts,
  'GET /api/account/comment-blocks': accounts,
  'DELETE /api/account/comment-blocks/:id': accountsReach,
  'GET /api/admin/comments': staff('ok', 'moderator'),
  'POST /api/admin/comments/:id/decide': staff('reached', 'moderator'),
  'GET /api/account/profile': accounts,
  'PUT /api/account/profile': accountsReach,
  'GET /api/account/follows': accounts,
  'GET /api/account/follows/:id': accountsReach,
  'GET /api/account/following/videos': accounts,
  'GET /api/notifications': accounts,
  'POST /api/notifications/read': accountsReach,
  'GET /api/videos/trending': everyone,
  // No account has the matrix's name.
  'GET /api/users/:username': (): Answer => 'missing',
  'GET /api/users/:username/videos': (): Answer => 'missing',
  'PUT /api/users/:id/follow': accountsReach,
  'DELETE /api/users/:id/follow': accountsReach,
  'PUT /api/account/saved/:videoId/place': accountsMiss,
  'GET /api/lists': accounts,
  'POST /api/lists': accountsReach,
  'GET /api/lists/for/:videoId': accounts,
  'GET /api/lists/:id': itsOwner,
  'PATCH /api/lists/:id': itsOwner,
  // A list that isn't there counts as deleted.
  'DELETE /api/lists/:id': accounts,
  'POST /api/lists/:id/link': itsOwner,
  'GET /api/lists/:id/videos': itsOwner,
  'GET /api/lists/:id/order': itsOwner,
  // The matrix names no video.
  'PUT /api/lists/:id/videos/:videoId': accountsMiss,
  'DELETE /api/lists/:id/videos/:videoId': itsOwner,
  'PATCH /api/lists/:id/videos/:videoId': accountsMiss,
  // No list has the matrix's key, for any caller.
  'GET /api/list/:key': (): Answer => 'missing',
  'GET /api/list/:key/videos': (): Answer => 'missing',
  'GET /api/list/:key/order': (): Answer => 'missing',
  'GET /api/account/preferences': accounts,
  'PATCH /api/account/preferences': accountsReach,
  'GET /api/premium/options': everyone,
  'POST /api/premium/subscribe': accountsReach,
  'POST /api/premium/confirm': accountsReach,
  'POST /api/premium/razorpay/create-order': accountsReach,
  'POST /api/premium/razorpay/verify': accountsReach,
  // A document. Without parameters it tells anyone who has passed the gate that the URL is not valid.
  'GET /checkout': handled,
  // No provider has the matrix's name, for any caller; a signature grants access.
  'POST /api/webhooks/:provider': () => 'missing',
  'POST /api/premium/confirm-upi': accountsReach,
  'POST /api/premium/confirm-netbanking': accountsReach,
  'POST /api/premium/confirm-crypto': accountsReach,
  'GET /api/admin/settings': administrators,
  'PATCH /api/admin/settings': administrators,
  'PUT /api/admin/settings/logo': administratorsReach,
  'GET /api/admin/legal/:slug': administrators,
  'POST /api/admin/legal/:slug': administratorsReach,
  'GET /api/admin/storage/stats': administrators,
  'POST /api/admin/storage/scan': administrators,
  'GET /api/admin/storage/orphans': administrators,
  'POST /api/admin/storage/orphans/clean': administrators,
  'GET /robots.txt': everyone,
  'GET /.well-known/security.txt': everyone,
  'GET /favicon.svg': everyone,
  'GET /site.webmanifest': everyone,
  'GET /sitemap.xml': everyone,
  'GET /sitemap-pages.xml': everyone,
  // Refused without a page number, for any caller.
  'GET /sitemap-videos.xml': handled,
  'GET /feed.xml': everyone,
  // Refused without a URL, for any caller.
  'GET /oembed': handled,
  'POST /api/newsletter': handled,
  'POST /api/field-data': handled,
  // A signature grants access, for any caller.
  'POST /api/newsletter/confirm': handled,
  'POST /api/newsletter/unsubscribe': handled,
  'GET /api/newsletter/unsubscribe': handled,
  'POST /api/admin/library/uploads': administratorsReach,
  'POST /api/admin/library/videos': administratorsReach,
  'GET /api/admin/news': administrators,
  'POST /api/admin/news': administratorsReach,
  'GET /api/admin/mail': staff('ok', 'support'),
  'POST /api/admin/mail/:id/retry': staff('reached', 'support'),
  'GET /api/admin/jobs': administrators,
  'GET /api/admin/status': administrators,
  'POST /api/admin/jobs/:id/retry': administratorsMiss,
  'POST /api/admin/jobs/:id/dismiss': administratorsMiss,
  'GET /api/admin/find': staff('reached', 'support'),
  'GET /api/admin/overview': administrators,
  'GET /api/admin/field-data': administrators,
  'GET /api/admin/waiting': staff('ok', 'support', 'moderator'),
  'GET /api/admin/users': staff('ok', 'support', 'moderator'),
  'GET /api/admin/users/:id': staff('reached', 'support', 'moderator'),
  'POST /api/admin/users/:id/promote': administratorsReach,
  'POST /api/admin/users/:id/demote': administratorsReach,
  'PUT /api/admin/users/:id/role': administratorsReach,
  'POST /api/admin/users/:id/ban': staff('reached', 'moderator'),
  'DELETE /api/admin/users/:id/ban': staff('reached', 'moderator'),
  'GET /api/admin/factor-resets': administrators,
  'GET /api/admin/users/:id/care': staff('reached', 'support', 'moderator'),
  'PUT /api/admin/users/:id/trust': administratorsReach,
  'PUT /api/admin/users/:id/limits': administratorsReach,
  'POST /api/admin/users/:id/confirm-email': administratorsReach,
  'POST /api/admin/users/:id/reset-link': staff('reached', 'support'),
  'DELETE /api/admin/users/:id/sessions': administratorsReach,
  'DELETE /api/admin/users/:id/profile': staff('reached', 'moderator'),
  'POST /api/admin/users/:id/warnings': staff('reached', 'moderator'),
  'POST /api/admin/users/:id/notes': staff('reached', 'support', 'moderator'),
  'POST /api/admin/users/:id/factor-reset': administratorsReach,
  'POST /api/admin/users/:id/factor-reset/confirm': administratorsReach,
  'DELETE /api/admin/users/:id/factor-reset': administratorsReach,
  'GET /api/admin/users/:id/gifts': staff('reached', 'support'),
  'POST /api/admin/users/:id/gifts': administratorsReach,
  'GET /api/admin/gifts': staff('ok', 'support'),
  'POST /api/admin/gifts/:id/revoke': administratorsReach,
  'GET /api/admin/audit': administrators,
  'GET /api/admin/audit/csv': administrators,
  'GET /api/admin/claims': staff('ok', 'support'),
  'GET /api/admin/claims/:id': staff('missing', 'support'),
  'POST /api/admin/claims/:id/approve': administratorsReach,
  'POST /api/admin/claims/:id/reject': administratorsReach,
  'GET /api/admin/payments': staff('ok', 'support'),
  'GET /api/admin/payment-statements/:month': administratorsReach,
  'GET /api/admin/payments/:id': staff('missing', 'support'),
  'POST /api/admin/payments/:id/refund': administratorsReach,
  'GET /api/admin/payment-alerts': staff('ok', 'support'),
  'POST /api/admin/payment-alerts/:id/resolve': administratorsReach,
  'GET /api/admin/videos': administrators,
  'GET /api/admin/videos/pending': staff('ok', 'moderator'),
  'GET /api/admin/videos/changed': staff('ok', 'moderator'),
  // No report has the matrix's number.
  'GET /api/reports/:code': () => 'missing',
  'GET /api/admin/reports': staff('ok', 'moderator'),
  'GET /api/admin/reports/:id': staff('reached', 'moderator'),
  'POST /api/admin/reports/:id/decide': staff('reached', 'moderator'),
  'POST /api/removal-requests': handled,
  // No receipt has the matrix's name, for any caller.
  'GET /api/removal-requests/:token': () => 'missing',
  'GET /api/removals': accounts,
  'GET /api/removals/:id': accountsReach,
  'POST /api/removals/:id/appeal': accountsReach,
  'GET /api/admin/removal-requests': staff('ok', 'moderator'),
  'GET /api/admin/removal-requests/:id': staff('reached', 'moderator'),
  'GET /api/admin/removals/:id': staff('reached'),
  'POST /api/admin/removal-requests/:id/decide': staff('reached', 'moderator'),
  'GET /api/admin/appeals': administrators,
  'POST /api/admin/appeals/:id/decide': administratorsReach,
  'POST /api/admin/videos/bulk': administratorsReach,
  'POST /api/admin/lists/:key/close': staff('reached', 'moderator'),
  'POST /api/admin/lists/:id/reopen': staff('reached', 'moderator'),
  'GET /api/admin/refused-terms': administrators,
  'GET /api/admin/tags': administrators,
  'PUT /api/admin/tags/:slug/block': administratorsMiss,
  'DELETE /api/admin/tags/:slug/block': administratorsMiss,
  'PUT /api/admin/tags/:slug/merge': administratorsReach,
  'DELETE /api/admin/tags/:slug/merge': administratorsMiss,
  'POST /api/admin/categories': administratorsReach,
  'PUT /api/admin/categories/order': administratorsReach,
  // The matrix names a category by letters.
  'PATCH /api/admin/categories/:id': administratorsReach,
  'DELETE /api/admin/categories/:id': administratorsReach,
}
