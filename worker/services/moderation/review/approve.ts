import type { AdminVideo } from '#contract/schemas/moderation/content'
import { batchNamed } from '#db/batch-named'
import { accountOf } from '#db/queries/accounts/users'
import { approveFiles, approveTexts } from '#db/queries/videos/publishing/approved-texts'
import { approveVideoRow, whereUndecided } from '#db/queries/videos/publishing/review'
import { videoNotFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { notify } from '../../shared/notices'
import { enqueueIndexing, enqueuePrune } from '../../shared/objects'
import { adminVideoView, anyVideo } from '../../videos/browse'
import { meantPublic, visibilityOf } from '../../videos/model'
import { approvalMail } from './decision-emails'
import { decidedBefore, insistStands, reviewable, shownState } from './reviewable'

/** Approves a video, which becomes as public as its owner intended. */
export async function approveVideo(ctx: UserContext, id: number, input: Seen): Promise<AdminVideo> {
  const act = { action: 'video.approve', subject: 'video', subjectId: id }
  const wasDone = await repeatable(ctx, act, () => approve(ctx, id, input))
  const row = await anyVideo(ctx, id)
  if (wasDone) await insistStands(ctx, row, 'approved', input.revision)
  return adminVideoView(ctx, row)
}

interface Seen {
  revision?: number | undefined
}

async function approve(ctx: UserContext, id: number, { revision }: Seen): Promise<void> {
  const { db } = ctx
  const row = await reviewable(ctx, id, 'approved', revision)
  const onlyIf = whereUndecided(row)
  const isPublic = meantPublic(row)
  const [owner] = await accountOf(db, row.userId)
  if (!owner) throw videoNotFound()
  const details = {
    before: shownState(row),
    after: shownState({ review: 'approved', isPublic, reason: null }),
  }
  const { approved } = await batchNamed(db, [
    audit(ctx, { action: 'video.approve', subject: 'video', subjectId: id, details }, onlyIf),
    approvalMail(ctx, { owner, video: row, shown: row.publishAt ? 'scheduled' : visibilityOf(row) }, onlyIf),
    notify(ctx, { userId: owner.id, kind: 'review', outcome: 'approved', videoId: id }, onlyIf),
    ...approveTexts(db, id, ctx.now, onlyIf),
    approveFiles(db, id, onlyIf),
    { approved: approveVideoRow(db, id, onlyIf) },
  ])
  if (approved.length === 0) throw await decidedBefore(ctx, await anyVideo(ctx, id))
  ctx.defer(kickMail(ctx))
  ctx.defer(enqueueIndexing(ctx))
  ctx.defer(enqueuePrune(ctx))
}
