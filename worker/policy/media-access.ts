import { can, roleOf } from '../../contract/values/accounts/permissions'

/** What of a signed address decides who may fetch it. */
export interface FetchedMedia {
  class: 'free' | 'premium' | 'owner' | 'embed'
  /** Account id. */
  owner: number
}

export interface MediaViewer {
  /** The age cookie is there. */
  ageVerified: boolean
  /** What the session's token says, unless the session was revoked. */
  session: { userId: number; isAdmin: boolean; premiumUntil: number | null } | null
  now: number
}

export type MediaDecision = 'allow' | 'age_gate' | 'forbidden'

/**
 * Who may fetch the bytes behind an address, without asking the database. Whoever has an account confirmed their age
 * when they made it; anyone else needs the cookie of the gate, for posters too.
 */
export function mayFetch(media: FetchedMedia, viewer: MediaViewer): MediaDecision {
  const { session, now } = viewer
  // A frame on another site has no cookies. Its gate was passed when the address was printed, which ends by itself.
  if (media.class === 'embed') return 'allow'
  if (!viewer.ageVerified && !session) return 'age_gate'
  if (media.class === 'free') return 'allow'
  if (!session) return 'forbidden'
  const isPremium = session.premiumUntil !== null && session.premiumUntil > now
  const role = roleOf({ isAdmin: session.isAdmin, isPremium })
  const entitled =
    media.class === 'premium'
      ? can(role, 'video.playPremium')
      : session.userId === media.owner || can(role, 'video.manageAny')
  return entitled ? 'allow' : 'forbidden'
}
