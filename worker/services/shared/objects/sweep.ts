import { deleteDoomedObjects } from '../../../../db/queries/shared/objects'
import type { ServiceContext } from '../../context'

/** Removes doomed objects, then their rows: a crash in between leaves rows, and the next sweep repeats safely. */
export async function removeDoomed(ctx: ServiceContext, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await ctx.media.remove(keys)
  await deleteDoomedObjects(ctx.db, keys)
}
