import { holdNames } from '#contract/values/moderation/safety'
import type { Review } from '#contract/values/videos/video'
import type { AdminVideoRow } from '#db/queries/videos/for-staff'
import { lastDecision } from '#db/queries/videos/publishing/review'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { anyVideo } from '../../videos/browse'

export type Verdict = Exclude<Review, 'pending'>

/**
 * Returns a video to decide on: a pending one or, if the reviewer names the revision they saw, one decided
 * the other way before. The decision's statements require this row.
 */
export async function reviewable(
  ctx: ServiceContext,
  id: number,
  verdict: Verdict,
  revision: number | undefined,
): Promise<AdminVideoRow> {
  const row = await anyVideo(ctx, id)
  const isAsLookedAt =
    revision === undefined ? row.review === 'pending' : row.revision === revision && row.review !== verdict
  if (!isAsLookedAt) throw await decidedBefore(ctx, row)
  if (row.hold) throw new AppError('conflict', `${holdNames[row.hold]}, so it can't be reviewed.`)
  if (row.status !== 'ready') {
    throw new AppError('conflict', "This video isn't playable yet, so it can't be reviewed.")
  }
  return row
}

/**
 * Throws unless a video is as the same person's decision left it: it may have been changed, or decided
 * otherwise, since. Each decision raises the revision that was looked at.
 */
export async function insistStands(
  ctx: ServiceContext,
  row: AdminVideoRow,
  verdict: Verdict,
  revision: number | undefined,
): Promise<void> {
  const isAsDecided = row.review === verdict && (revision === undefined || row.revision === revision + 1)
  if (!isAsDecided) throw await decidedBefore(ctx, row)
}

/** Tells the second reviewer who decided first, and how. */
export async function decidedBefore(ctx: ServiceContext, row: AdminVideoRow): Promise<AppError> {
  if (row.review === 'pending') {
    return new AppError('conflict', 'This video has changed since you opened it. Please review it again.')
  }
  const [decision] = await lastDecision(ctx.db, row.id)
  const isTheirs = decision?.action === (row.review === 'approved' ? 'video.approve' : 'video.reject')
  return new AppError(
    'conflict',
    isTheirs
      ? `${decision.username} ${row.review} this video already.`
      : `This video is ${row.review} already.`,
  )
}

/** Returns the state that a decision changes, for the audit log. */
export function shownState({
  review,
  isPublic,
  reason,
}: Pick<AdminVideoRow, 'review' | 'isPublic' | 'reason'>) {
  return { review, isPublic, reason }
}
