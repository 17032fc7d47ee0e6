import { day } from '#contract/values/shared/time'
import { inChunks } from '#db/in-chunks'
import { deleteOldUploads } from '#db/queries/uploads/upload'
import type { ServiceContext } from '../../context'
import { sliceOfNow, slicesOf } from '../../shared/id-slices'

/** A used upload has become an object. Its row tells a request that is sent again which one. */
export const usedUploadsKeptMs = 90 * day

/** Deletes the rows of uploads that the videos whose turn it is have used long ago. */
export async function pruneUsedUploads(ctx: ServiceContext): Promise<void> {
  const videos = sliceOfNow(ctx, slicesOf.week)
  await inChunks((atMost) => deleteOldUploads(ctx.db, videos, ctx.now - usedUploadsKeptMs, atMost))
}
