import type { AdminVideo } from '../../../contract/schemas/content'
import { approveVideoRow, stillUndecided } from '../../../db/queries/review'
import { audit } from '../audit'
import type { UserContext } from '../context'
import { adminVideoView, anyVideo } from '../videos/for-staff'
import { meantPublic } from '../videos/rules'
import { decidedBefore, reviewable, shownState } from './internal'

/** Makes a video visible, as public as its owner meant it to be. */
export async function approveVideo(
  ctx: UserContext,
  id: number,
  { revision }: { revision?: number | undefined },
): Promise<AdminVideo> {
  const { db } = ctx
  const row = await reviewable(ctx, id, 'approved', revision)
  const onlyIf = stillUndecided(row)
  const isPublic = meantPublic(row)
  const details = {
    before: shownState(row),
    after: shownState({ review: 'approved', isPublic, reason: null }),
  }
  const [, [done]] = await db.batch([
    audit(ctx, { action: 'video.approve', subject: 'video', subjectId: id, details }, onlyIf),
    approveVideoRow(db, id, onlyIf),
  ])
  const now = await anyVideo(ctx, id)
  if (!done) throw await decidedBefore(ctx, now)
  return adminVideoView(ctx, now)
}
