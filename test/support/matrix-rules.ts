/** Who may do what, written from the design and on purpose without a look at worker/policy. */

export const roles = ['visitor', 'user', 'lapsed', 'member', 'owner', 'administrator', 'banned'] as const
export type Role = (typeof roles)[number]

export const states = [
  ...['free', 'premium', 'private', 'pending', 'rejected', 'processing', 'failed'],
  ...['quarantined', 'removed', 'owner leaving', 'owner banned', 'deleted', 'never existed'],
] as const satisfies readonly string[] as readonly State[]
export type State =
  | 'free'
  | 'premium'
  | 'private'
  | 'pending'
  | 'rejected'
  | 'processing'
  | 'failed'
  | 'quarantined'
  | 'removed'
  | 'owner leaving'
  | 'owner banned'
  | 'deleted'
  | 'never existed'

/** `reached`: let in, whatever the handler then says of the empty input. */
export type Answer = 'ok' | 'reached' | 'sign in' | 'forbidden' | 'missing'

const shown: State[] = ['free', 'premium']
/** Hidden from others, and its owner's to work on. */
const own: State[] = ['private', 'pending', 'rejected', 'processing', 'failed']

const signedIn = (role: Role, state?: State) =>
  role !== 'visitor' && role !== 'banned' && !(role === 'owner' && state === 'owner banned')
const isThere = (state: State) => state !== 'deleted' && state !== 'never existed'

export function mayKnow(role: Role, state: State): boolean {
  if (!isThere(state)) return false
  if (shown.includes(state) || role === 'administrator') return true
  return role === 'owner' && (own.includes(state) || state === 'quarantined')
}

export function mayPlay(role: Role, state: State): boolean {
  if (!mayKnow(role, state) || state === 'processing' || state === 'failed') return false
  if (state === 'premium') return ['member', 'owner', 'administrator'].includes(role)
  return !(role === 'owner' && state === 'quarantined')
}

export function maySeePoster(role: Role, state: State): boolean {
  return mayKnow(role, state) && !(role === 'owner' && state === 'quarantined')
}

/** The words of a video are its owner's to read before there is a picture to go with them. */
export function mayReadCaptions(role: Role, state: State): boolean {
  const isWaiting = state === 'processing' || state === 'failed'
  return mayPlay(role, state) || (isWaiting && mayKnow(role, state))
}

/** Who may open an address that was printed for somebody else: of the poster, or of anything that shows more. */
export function mayOpen(role: Role, printedFor: Role, isPoster: boolean, state: State): boolean {
  if (state === 'free' || (state === 'premium' && isPoster)) return true
  if (state === 'premium' && printedFor !== 'owner') return role === 'member' || role === 'administrator'
  return role === 'administrator' || (role === 'owner' && state !== 'owner banned')
}

const everyone = (): Answer => 'ok'
const handled = (): Answer => 'reached'
const accounts = (role: Role): Answer => (signedIn(role) ? 'ok' : 'sign in')
const accountsReach = (role: Role): Answer => (signedIn(role) ? 'reached' : 'sign in')
const administrators = (role: Role): Answer => {
  if (!signedIn(role)) return 'sign in'
  return role === 'administrator' ? 'ok' : 'forbidden'
}
/** Nobody here has what the route names. */
const accountsMiss = (role: Role): Answer => (signedIn(role) ? 'missing' : 'sign in')
const administratorsMiss = (role: Role): Answer => {
  const answer = administrators(role)
  return answer === 'ok' ? 'missing' : answer
}
const administratorsReach = (role: Role): Answer => {
  const answer = administrators(role)
  return answer === 'ok' ? 'reached' : answer
}
/** The thing's owner; to other accounts it doesn't exist, administrators among them. */
const itsOwner = (role: Role): Answer => {
  if (!signedIn(role)) return 'sign in'
  return role === 'owner' ? 'reached' : 'missing'
}

/** Routes whose answer hangs on the caller alone. */
export const plainRoutes: Record<string, (role: Role) => Answer> = {
  'GET /api/auth/me': accounts,
  'POST /api/auth/signup': handled,
  'POST /api/auth/login': handled,
  'POST /api/auth/logout': everyone,
  'GET /api/categories': everyone,
  'GET /api/videos': everyone,
  'POST /api/videos': accountsReach,
  'GET /api/videos/mine': accounts,
  'GET /api/videos/my-videos': accounts,
  'GET /api/videos/my-videos/counts': accounts,
  'GET /api/search': everyone,
  'GET /api/settings': everyone,
  'GET /api/legal/:slug': everyone,
  'POST /api/uploads': accountsReach,
  'GET /api/uploads/:id': itsOwner,
  'GET /api/uploads/:id/content': itsOwner,
  'PUT /api/uploads/:id/parts/:number': itsOwner,
  'POST /api/uploads/:id/complete': itsOwner,
  // An upload that is unknown counts as abandoned.
  'DELETE /api/uploads/:id': accounts,
  'POST /api/imports': accountsReach,
  'GET /api/imports/:id': itsOwner,
  'DELETE /api/imports/:id': itsOwner,
  'GET /api/account/subscription': accounts,
  // Accounts of the matrix bought nothing.
  'POST /api/account/subscription/cancel': accountsReach,
  'POST /api/account/subscription/resume': accountsReach,
  'GET /api/account/payments': accounts,
  'GET /api/account/payments/:id': accountsMiss,
  'GET /api/premium/options': everyone,
  'POST /api/premium/subscribe': accountsReach,
  'POST /api/premium/confirm': accountsReach,
  'POST /api/premium/razorpay/create-order': accountsReach,
  'POST /api/premium/razorpay/verify': accountsReach,
  // A document. Without parameters it says that the address is not valid, to anybody who has passed the gate.
  'GET /checkout': handled,
  // No provider has the matrix's name, whoever asks; a signature is what lets in.
  'POST /api/webhooks/:provider': () => 'missing',
  'POST /api/premium/confirm-upi': accountsReach,
  'POST /api/premium/confirm-netbanking': accountsReach,
  'POST /api/premium/confirm-crypto': accountsReach,
  'GET /api/admin/settings': administrators,
  'GET /api/admin/claims': administrators,
  'GET /api/admin/claims/:id': administratorsMiss,
  'POST /api/admin/claims/:id/approve': administratorsReach,
  'POST /api/admin/claims/:id/reject': administratorsReach,
  'GET /api/admin/payments': administrators,
  'GET /api/admin/payments/:id': administratorsMiss,
  'POST /api/admin/payments/:id/refund': administratorsReach,
  'GET /api/admin/payment-alerts': administrators,
  'POST /api/admin/payment-alerts/:id/resolve': administratorsReach,
  'GET /api/admin/videos/pending': administrators,
}

const known = (role: Role, state: State): Answer => (mayKnow(role, state) ? 'ok' : 'missing')
const change = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  if (!mayKnow(role, state)) return 'missing'
  if (role === 'administrator') return 'ok'
  return role === 'owner' && state !== 'quarantined' ? 'ok' : 'forbidden'
}
const like = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  return mayKnow(role, state) ? 'ok' : 'missing'
}
/** What belongs to the owner alone: staff may hide a video, not put words into it. */
const ownersChange = (role: Role, state: State): Answer => {
  const answer = change(role, state)
  return role === 'administrator' && answer === 'ok' ? 'forbidden' : answer
}
const playing = (role: Role, state: State): Answer => {
  if (!signedIn(role, state)) return 'sign in'
  return mayPlay(role, state) ? 'ok' : 'missing'
}

/** Routes that name a video. */
export const videoRoutes: Record<string, (role: Role, state: State) => Answer> = {
  'GET /api/videos/:id': known,
  'PATCH /api/videos/:id': change,
  'DELETE /api/videos/:id': change,
  'POST /api/videos/:id/like': like,
  'DELETE /api/videos/:id/like': like,
  'POST /api/videos/:id/view': (role, state) => (mayPlay(role, state) ? 'ok' : 'missing'),
  'PUT /api/videos/:id/progress': playing,
  'PUT /api/videos/:id/captions/:language': ownersChange,
  'DELETE /api/videos/:id/captions/:language': ownersChange,
  // The page of a video; pages that name none are the same for all.
  'GET /*': known,
}

/** Routes of bytes: see mayOpen. */
export const mediaRoutes = ['GET /media/:token/:file']
