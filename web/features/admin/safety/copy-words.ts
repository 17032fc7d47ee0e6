import type { OtherVideo, VideoCopies } from '#contract/schemas/moderation/safety'
import { isUnlawful, type ReportReason } from '#contract/values/moderation/reasons'

/** What happens to the other videos, by the reason of the removal. */
export function fatesOf({ copies, likenesses }: VideoCopies, reason: ReportReason) {
  return isUnlawful(reason)
    ? { removed: copies, quarantined: likenesses }
    : { removed: [], quarantined: [...copies, ...likenesses] }
}

/** Names what follows a removal, for its toast; null when nothing does. */
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
