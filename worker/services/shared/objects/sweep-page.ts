import { doomedObjects } from '../../../../db/queries/shared/objects'
import type { ServiceContext } from '../../context'
import { enqueueSweep, removeDoomed } from '.'

const atOnce = 100

/** Removes one page of objects pending deletion, and queues the next when there may be more. */
export async function sweepObjects(ctx: ServiceContext): Promise<void> {
  const doomed = await doomedObjects(ctx.db, atOnce)
  await removeDoomed(
    ctx,
    doomed.map((object) => object.key),
  )
  if (doomed.length === atOnce) await enqueueSweep(ctx)
}
