/** Who may do what, written down a second time on purpose, without a look at worker/policy. */

export const roles = ['visitor', 'user', 'lapsed', 'member', 'owner', 'administrator', 'banned'] as const
export type Role = (typeof roles)[number]

export const states = [
  ...[
    'free',
    'premium',
    'private',
    'unlisted',
    'unlisted, by link',
    'scheduled',
    'pending',
    'rejected',
    'processing',
    'failed',
  ],
  ...['quarantined', 'removed', 'owner leaving', 'owner banned', 'deleted', 'never existed'],
] as const satisfies readonly string[] as readonly State[]
export type State =
  | 'free'
  | 'premium'
  | 'private'
  | 'unlisted'
  | 'unlisted, by link'
  | 'scheduled'
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

/** `reached`: access granted, whatever the handler then says about the empty input. */
export type Answer = 'ok' | 'reached' | 'sign in' | 'forbidden' | 'missing'

export const shown: State[] = ['free', 'premium', 'unlisted, by link']
/** Hidden from others; its owner can work on it. */
const own: State[] = ['private', 'unlisted', 'scheduled', 'pending', 'rejected', 'processing', 'failed']

export const signedIn = (role: Role, state?: State) =>
  role !== 'visitor' && role !== 'banned' && !(role === 'owner' && state === 'owner banned')
export const isThere = (state: State) => state !== 'deleted' && state !== 'never existed'

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

/** The matrix's premium videos have a blurred poster: the clear one is for those who may play. */
export function maySeePoster(role: Role, state: State): boolean {
  if (state === 'premium') return mayPlay(role, state)
  return mayKnow(role, state) && !(role === 'owner' && state === 'quarantined')
}

/** The blurred poster has an address in place of the clear one, and beside it for who manages the video. */
export function hasBlurred(role: Role, state: State): boolean {
  if (state === 'premium' && !maySeePoster(role, state)) return mayKnow(role, state)
  return maySeePoster(role, state) && (role === 'owner' || role === 'administrator')
}

/** An owner may read a video's captions before there is a picture to go with them. */
export function mayReadCaptions(role: Role, state: State): boolean {
  const isWaiting = state === 'processing' || state === 'failed'
  return mayPlay(role, state) || (isWaiting && mayKnow(role, state))
}

/**
 * Returns who may open a URL signed for another role: of what everyone sees of a premium video, or of
 * anything that shows more.
 */
export function mayOpen(role: Role, printedFor: Role, isTeaser: boolean, state: State): boolean {
  if (state === 'free' || state === 'unlisted, by link' || (state === 'premium' && isTeaser)) return true
  if (state === 'premium' && printedFor !== 'owner') return role === 'member' || role === 'administrator'
  return role === 'administrator' || (role === 'owner' && state !== 'owner banned')
}

/** Routes of media bytes: see mayOpen. */
export const mediaRoutes = ['GET /media/:token/:file']
