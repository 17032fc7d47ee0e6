import type { AdminVideo, RejectVideo } from '#contract/schemas/moderation/content'
import { rejectionReasons } from '#contract/values/moderation/reasons'
import { batchNamed } from '#db/batch-named'
import { accountOf } from '#db/queries/accounts/users'
import { rejectVideoRow, whereUndecided } from '#db/queries/videos/publishing/review'
import { revokeFilesOf } from '#db/queries/videos/video-files'
import { videoNotFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { notify } from '../../shared/notices'
import { adminVideoView, anyVideo } from '../../videos/browse'
import { rejectionMail } from './decision-emails'
import { decidedBefore, insistStands, reviewable, shownState } from './reviewable'

/** Withdraws a video from the public, with a reason for its owner, who may edit and resubmit it. */
export async function rejectVideo(ctx: UserContext, id: number, input: RejectVideo): Promise<AdminVideo> {
  const act = {
    action: 'video.reject',
    subject: 'video',
    subjectId: id,
    reason: wordsOf(input),
    details: { listed: input.reason ?? 'other' },
  }
  const wasDone = await repeatable(ctx, act, () => reject(ctx, id, input))
  const row = await anyVideo(ctx, id)
  if (wasDone) await insistStands(ctx, row, 'rejected', input.revision)
  return adminVideoView(ctx, row)
}

function wordsOf({ reason = 'other', note = '' }: RejectVideo): string {
  return [rejectionReasons[reason], note].filter(Boolean).join(' ')
}

async function reject(ctx: UserContext, id: number, input: RejectVideo): Promise<void> {
  const { db, now } = ctx
  const { reason = 'other', revision } = input
  const row = await reviewable(ctx, id, 'rejected', revision)
  const onlyIf = whereUndecided(row)
  const words = wordsOf(input)
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
  if (rejected.length === 0) throw await decidedBefore(ctx, await anyVideo(ctx, id))
  ctx.defer(kickMail(ctx))
}
