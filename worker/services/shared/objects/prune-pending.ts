import { pendingObjects } from '../../../../db/queries/shared/objects'
import type { ServiceContext } from '../../context'
import { deletePending, enqueuePrune } from '.'

const atOnce = 100

/** Removes one page of objects pending deletion, and queues the next when there may be more. */
export async function prunePending(ctx: ServiceContext): Promise<void> {
  const pending = await pendingObjects(ctx.db, atOnce)
  await deletePending(
    ctx,
    pending.map((object) => object.key),
  )
  if (pending.length === atOnce) await enqueuePrune(ctx)
}
