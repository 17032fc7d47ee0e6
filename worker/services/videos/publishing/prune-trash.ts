import { day } from '#contract/values/shared/time'
import { trashDays } from '#contract/values/videos/video'
import { videosToPrune } from '#db/queries/videos/publishing/trash'
import type { ServiceContext } from '../../context'
import { enqueuePrune } from '../../shared/objects'
import { deleteTrashed } from './trash'

const atOnce = 50

/** Deletes videos whose time in the trash is over, for good; the next run goes on. */
export async function pruneTrash(ctx: ServiceContext): Promise<void> {
  const trashedBefore = ctx.now - trashDays * day
  const over = await videosToPrune(ctx.db, trashedBefore, atOnce)
  for (const video of over) await deleteTrashed(ctx, video, trashedBefore)
  if (over.length > 0) await enqueuePrune(ctx)
}
