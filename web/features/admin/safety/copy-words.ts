import type { OtherVideo, VideoCopies } from '#contract/schemas/moderation/safety'
import { isUnlawful, type ReportReason } from '#contract/values/moderation/reasons'

/** Returns the other videos that a removal for this reason removes or quarantines. */
export function fatesOf({ copies, likenesses }: VideoCopies, reason: ReportReason) {
  return isUnlawful(reason)
    ? { removed: copies, quarantined: likenesses }
    : { removed: [], quarantined: [...copies, ...likenesses] }
}

/** Names the videos that a removal also affects, for its toast; null if there are none. */
export function namesOfFollowing(found: VideoCopies | undefined, reason: ReportReason): string | null {
  if (!found) return null
  const { removed, quarantined } = fatesOf(found, reason)
  const sentences = [
    removed.length > 0 ? `${namesOf(removed)} will be removed with it.` : null,
    quarantined.length > 0 ? `${namesOf(quarantined)} will be quarantined.` : null,
  ].filter((sentence) => sentence !== null)
  return sentences.length > 0 ? sentences.join(' ') : null
}

/** Names three at most, since a toast is small. */
function namesOf(videos: readonly OtherVideo[]): string {
  const names = videos.slice(0, 3).map(({ title, uploader }) => `“${title}” by ${uploader.username}`)
  if (videos.length > 3) names.push(`${videos.length - 3} more`)
  const last = names.pop()
  return names.length > 0 ? `${names.join(', ')} and ${last}` : `${last}`
}
