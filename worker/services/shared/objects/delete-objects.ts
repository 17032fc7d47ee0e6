import { deletePendingRows } from '#db/queries/shared/objects'
import type { ServiceContext } from '../../context'

/**
 * Removes objects pending deletion, then their rows: after a crash in between, the next prune repeats it
 * safely.
 */
export async function deleteObjects(ctx: ServiceContext, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await ctx.media.remove(keys)
  await deletePendingRows(ctx.db, keys)
}
