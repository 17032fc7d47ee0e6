import { pendingObjects } from '#db/queries/shared/objects'
import type { ServiceContext } from '../../context'
import { deleteObjects } from './delete-objects'
import { enqueuePrune } from './enqueue'

const atOnce = 100

/** Removes one page of objects pending deletion, and queues the next when there may be more. */
export async function prunePending(ctx: ServiceContext): Promise<void> {
  const pending = await pendingObjects(ctx.db, atOnce)
  await deleteObjects(
    ctx,
    pending.map((object) => object.key),
  )
  if (pending.length === atOnce) await enqueuePrune(ctx)
}
