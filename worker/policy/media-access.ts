import { can } from '#contract/values/accounts/permissions'
import { roleOf, type StaffRole } from '#contract/values/accounts/roles'

/** The part of a token that decides who may fetch the bytes. */
export interface FetchedMedia {
  class: 'free' | 'premium' | 'owner' | 'case' | 'embed'
  /** Account ID. */
  owner: number
}

export interface MediaViewer {
  /** The age cookie was sent. */
  ageVerified: boolean
  /** The claims of the session's token, unless the session was revoked. */
  session: { userId: number; staff: StaffRole | null; premiumUntil: number | null } | null
  now: number
}

export type MediaDecision = 'allow' | 'age_gate' | 'forbidden'

/**
 * Decides who may fetch a media URL's bytes, without the database. Accounts confirmed their age at sign-up;
 * anyone else needs the gate's cookie, for posters too.
 */
export function mayFetch(media: FetchedMedia, viewer: MediaViewer): MediaDecision {
  const { session, now } = viewer
  // A frame on another site has no cookies. Its gate was passed when the URL was signed, which expires
  // automatically.
  if (media.class === 'embed') return 'allow'
  if (!viewer.ageVerified && !session) return 'age_gate'
  if (media.class === 'free') return 'allow'
  if (!session) return 'forbidden'
  const isPremium = session.premiumUntil !== null && session.premiumUntil > now
  const role = roleOf({ staff: session.staff, isPremium })
  if (media.class === 'case') return can(role, 'video.review') ? 'allow' : 'forbidden'
  const entitled =
    media.class === 'premium'
      ? can(role, 'video.playPremium')
      : session.userId === media.owner || can(role, 'video.manageAny')
  return entitled ? 'allow' : 'forbidden'
}
