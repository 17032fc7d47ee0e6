import { can } from '#contract/values/accounts/permissions'
import type { Role } from '#contract/values/accounts/roles'
import type { Hold, PosterStyle, Review, VideoStatus } from '#contract/values/videos/video'

/** Facts of a video that decide who may do what with it. */
export interface AccessedVideo {
  userId: number
  status: VideoStatus
  review: Review
  hold: Hold | null
  isPublic: boolean
  isPremium: boolean
  /** The key in the link of an unlisted video. */
  unlistedKey?: string | null
  /** The key in the link by which the video was requested. */
  givenKey?: string | null | undefined
}

export type VideoActor =
  | { kind: 'visitor'; role: 'visitor' }
  | { kind: 'user'; id: number; role: Exclude<Role, 'visitor'>; inCase?: true }

/** Class of a media URL: the right that a request must prove. `case` is for the case viewer alone. */
export type AccessClass = 'free' | 'premium' | 'owner' | 'case'

/** Returns, for one row, the decision that `wherePublic` in the schema makes in SQL. */
export function isPubliclyVisible(video: AccessedVideo): boolean {
  return video.isPublic && isFitToShow(video)
}

/** Returns whether it is an unlisted video, requested by its own link. Nothing else opens one to others. */
export function isOpenByLink(video: AccessedVideo): boolean {
  const { isPublic, unlistedKey, givenKey } = video
  return (
    !isPublic && Boolean(unlistedKey) && isSameText(unlistedKey ?? '', givenKey ?? '') && isFitToShow(video)
  )
}

/** Returns whether anyone with this request sees the video: it is public, or the request has its link. */
export function isOpen(video: AccessedVideo): boolean {
  return isPubliclyVisible(video) || isOpenByLink(video)
}

function isFitToShow({ status, review, hold }: AccessedVideo): boolean {
  return status === 'ready' && review === 'approved' && hold === null
}

/** Compares in constant time, so that the time doesn't reveal how many characters are right. */
function isSameText(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at)
  return difference === 0
}

/**
 * Returns whether the actor may know of the video. A quarantined one shows its owner title and state, no
 * media.
 */
export function maySee(video: AccessedVideo, actor: VideoActor): boolean {
  if (isOpen(video) || managesAny(actor)) return true
  return isOwner(video, actor) && (video.hold === null || video.hold === 'quarantine')
}

/** Returns whether the actor may see the video's statistics. Those of a quarantined one stay visible. */
export function maySeeStatistics(video: AccessedVideo, actor: VideoActor): boolean {
  return managesAny(actor) || isOwner(video, actor)
}

/** Returns whether the actor may edit the video. A quarantined one stays as it is until the decision. */
export function mayEdit(video: AccessedVideo, actor: VideoActor): boolean {
  return managesAny(actor) || (isOwner(video, actor) && video.hold === null)
}

export function mayPlay(video: AccessedVideo, actor: VideoActor): boolean {
  return mediaClass(video, actor) !== null
}

/**
 * Returns whether staff may open the video in the case viewer: a public one, one that awaits a decision or,
 * for staff who manage every video, any. `isInQuestion`: a report or a removal request about it is open.
 */
export function mayOpenCase(video: AccessedVideo & { isInQuestion: boolean }, actor: VideoActor): boolean {
  if (managesAny(actor)) return true
  if (!can(actor.role, 'video.review') || video.hold === 'removed') return false
  return (
    isPubliclyVisible(video) ||
    video.hold === 'quarantine' ||
    (video.review === 'pending' && video.hold === null) ||
    video.isInQuestion
  )
}

/** Returns the class of the source's URL for this actor; null for an actor who may not play it. */
export function mediaClass(video: AccessedVideo, actor: VideoActor): AccessClass | null {
  if (video.status !== 'ready') return null
  if (looksAtCase(actor)) return 'case'
  if (!isOpen(video)) return holderClass(video, actor)
  return video.isPremium ? paidClass(video, actor) : 'free'
}

/**
 * Returns the class under which the file may be downloaded: always for owner and staff, for members if the
 * uploader allows it; null for everyone else, and in the case viewer.
 */
export function downloadClass(
  video: AccessedVideo & { allowDownload: boolean },
  actor: VideoActor,
): 'premium' | 'owner' | null {
  if (!mayPlay(video, actor)) return null
  if (isOwner(video, actor) || managesAny(actor)) return 'owner'
  if (looksAtCase(actor)) return null
  return video.allowDownload && can(actor.role, 'video.download') ? 'premium' : null
}

/**
 * Returns the class of the poster's URL; null for an actor who may not see it. A premium video's poster is
 * public unless its uploader wants it blurred.
 */
export function posterClass(
  video: AccessedVideo & { posterStyle: PosterStyle },
  actor: VideoActor,
): AccessClass | null {
  if (looksAtCase(actor)) return 'case'
  if (!isOpen(video)) return holderClass(video, actor)
  return video.isPremium && video.posterStyle === 'blurred' ? paidClass(video, actor) : 'free'
}

/** Returns the class of a premium video's public files: its blurred poster and its trailer. */
export function teaserClass(video: AccessedVideo, actor: VideoActor): AccessClass | null {
  if (looksAtCase(actor)) return 'case'
  return isOpen(video) ? 'free' : holderClass(video, actor)
}

/** Returns the class of a file of an open premium video. */
function paidClass(video: AccessedVideo, actor: VideoActor): AccessClass | null {
  // Before membership: owners can still watch when their own term ends.
  if (isOwner(video, actor)) return 'owner'
  return can(actor.role, 'video.playPremium') ? 'premium' : null
}

/** Returns the class of a file of a video that isn't open. */
function holderClass(video: AccessedVideo, actor: VideoActor): AccessClass | null {
  const holder = managesAny(actor) || (isOwner(video, actor) && video.hold === null)
  return holder ? 'owner' : null
}

function isOwner(video: AccessedVideo, actor: VideoActor): boolean {
  return actor.kind === 'user' && actor.id === video.userId
}

/**
 * Returns whether staff look at the video in the case viewer, which signs URLs that open for reviewers only.
 * The viewer has checked mayOpenCase.
 */
export function looksAtCase(actor: VideoActor): boolean {
  return actor.kind === 'user' && actor.inCase === true && can(actor.role, 'video.review')
}

function managesAny(actor: VideoActor): boolean {
  return can(actor.role, 'video.manageAny')
}
