/** The rules of who may do what, deliberately written a second time and independent of worker/policy. */

/** `owner` owns the videos, `site owner` the site. */
export const roles = [
  'visitor',
  'user',
  'lapsed',
  'member',
  'owner',
  'support',
  'moderator',
  'administrator',
  'site owner',
  'banned',
] as const satisfies readonly string[] as readonly Role[]
export type Role =
  | 'visitor'
  | 'user'
  | 'lapsed'
  | 'member'
  | 'owner'
  | 'support'
  | 'moderator'
  | 'administrator'
  | 'site owner'
  | 'banned'

export const administers = (role: Role) => role === 'administrator' || role === 'site owner'
/** Staff have all of a member's rights. */
export const isMember = (role: Role) => ['member', 'support', 'moderator'].includes(role) || administers(role)

export const states = [
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
  'quarantined',
  'removed',
  'owner leaving',
  'owner banned',
  'in the trash',
  'deleted',
  'never existed',
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
  | 'in the trash'
  | 'deleted'
  | 'never existed'

/** `reached`: access is granted, regardless of the handler's answer to the empty input. */
export type Answer = 'ok' | 'reached' | 'sign in' | 'forbidden' | 'missing'

export const shown: State[] = ['free', 'premium', 'unlisted, by link']
/** States in which a video is hidden from others, but its owner can work on it. */
const own: State[] = ['private', 'unlisted', 'scheduled', 'pending', 'rejected', 'processing', 'failed']

export const signedIn = (role: Role, state?: State) =>
  role !== 'visitor' && role !== 'banned' && !(role === 'owner' && state === 'owner banned')
export const isThere = (state: State) => state !== 'deleted' && state !== 'never existed'

export function mayKnow(role: Role, state: State): boolean {
  if (!isThere(state)) return false
  if (shown.includes(state) || administers(role)) return true
  return role === 'owner' && (own.includes(state) || state === 'quarantined')
}

export function mayPlay(role: Role, state: State): boolean {
  if (!mayKnow(role, state) || state === 'processing' || state === 'failed') return false
  if (state === 'premium') return isMember(role) || role === 'owner'
  return !(role === 'owner' && state === 'quarantined')
}

/**
 * Tells who may see the clear poster. The matrix's premium videos have a blurred one, too; the clear one is
 * for those who may play.
 */
export function maySeePoster(role: Role, state: State): boolean {
  if (state === 'premium') return mayPlay(role, state)
  return mayKnow(role, state) && !(role === 'owner' && state === 'quarantined')
}

/**
 * Tells who gets a URL of the blurred poster: viewers who don't get the clear one, and those who manage the
 * video in addition.
 */
export function hasBlurred(role: Role, state: State): boolean {
  if (state === 'premium' && !maySeePoster(role, state)) return mayKnow(role, state)
  return maySeePoster(role, state) && (role === 'owner' || administers(role))
}

/** Tells who may read captions: a video's owner also before the video can be played. */
export function mayReadCaptions(role: Role, state: State): boolean {
  const isWaiting = state === 'processing' || state === 'failed'
  return mayPlay(role, state) || (isWaiting && mayKnow(role, state))
}

/**
 * Tells who may open a URL that was signed for another role: of a premium video's public files, or of
 * anything that shows more.
 */
export function mayOpen(role: Role, printedFor: Role, isTeaser: boolean, state: State): boolean {
  if (state === 'free' || state === 'unlisted, by link' || (state === 'premium' && isTeaser)) return true
  if (state === 'premium' && printedFor !== 'owner') return isMember(role)
  return administers(role) || (role === 'owner' && state !== 'owner banned')
}

/**
 * Tells which videos may be opened in the case viewer: those that lists show everyone, and those that await a
 * decision. It takes no key of an unlisted video.
 */
export function mayOpenCase(role: Role, state: State): boolean {
  if (administers(role)) return isThere(state)
  return role === 'moderator' && ['free', 'premium', 'pending', 'quarantined'].includes(state)
}

/** Routes of media bytes: see mayOpen. */
export const mediaRoutes = ['GET /media/:token/:file']
