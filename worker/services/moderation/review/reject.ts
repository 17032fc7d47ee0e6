import type { AdminVideo, RejectVideo } from '../../../../contract/schemas/moderation/content'
import { rejectionReasons } from '../../../../contract/values/moderation/reasons'
import { batchNamed } from '../../../../db/batch-named'
import { accountOf } from '../../../../db/queries/accounts/users'
import { rejectVideoRow, whereUndecided } from '../../../../db/queries/videos/review'
import { revokeFilesOf } from '../../../../db/queries/videos/video-files'
import { videoNotFound } from '../../../errors'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { notify } from '../../shared/notices'
import { adminVideoView, anyVideo } from '../../videos/videos'
import { rejectionMail } from './decision-emails'
import { decidedBefore, reviewable, shownState } from './internal'

/** Withdraws a video from the public, with a reason for its owner, who may edit and resubmit it. */
export async function rejectVideo(
  ctx: UserContext,
  id: number,
  { reason = 'other', note = '', revision }: RejectVideo,
): Promise<AdminVideo> {
  const { db, now } = ctx
  const row = await reviewable(ctx, id, 'rejected', revision)
  const onlyIf = whereUndecided(row)
  const words = [rejectionReasons[reason], note].filter(Boolean).join(' ')
  const [owner] = await accountOf(db, row.userId)
  if (!owner) throw videoNotFound()
  const act = {
    action: 'video.reject',
    subject: 'video',
    subjectId: id,
    reason: words,
    details: {
      before: shownState(row),
      after: shownState({ review: 'rejected', isPublic: false, reason: words }),
      listed: reason,
    },
  }
  const { rejected } = await batchNamed(db, [
    revokeFilesOf(db, id, now, { onlyIf }),
    audit(ctx, act, onlyIf),
    rejectionMail(ctx, { owner, video: row, words }, onlyIf),
    notify(ctx, { userId: owner.id, kind: 'review', outcome: 'rejected', videoId: id }, onlyIf),
    { rejected: rejectVideoRow(db, id, words, onlyIf) },
  ])
  const changed = await anyVideo(ctx, id)
  if (rejected.length === 0) throw await decidedBefore(ctx, changed)
  ctx.defer(kickMail(ctx))
  return adminVideoView(ctx, changed)
}
