import { minute } from '#contract/values/shared/time'
import { inChunks } from '#db/in-chunks'
import {
  anyVideoOf,
  deletePendingCategories,
  emptyCategory as emptyStatement,
  pendingCategories,
} from '#db/queries/videos/categories'
import type { ServiceContext } from '../../context'
import { enqueueEmptyCategory } from './remove'

/** Longer than any request that may still assign a video to it. */
const keptMs = 10 * minute

/** Moves videos out of a category being deleted; the next message continues where a run stops. */
export async function emptyCategory(ctx: ServiceContext, categoryId: number): Promise<void> {
  await moveSome(ctx, categoryId)
  const [left] = await anyVideoOf(ctx.db, categoryId)
  if (left) await enqueueEmptyCategory(ctx, categoryId)
}

/** Moves videos that were assigned too late for the job, and deletes the empty categories. */
export async function finishPendingCategories(ctx: ServiceContext): Promise<void> {
  for (const { id } of await pendingCategories(ctx.db)) await moveSome(ctx, id)
  await deletePendingCategories(ctx.db, ctx.now - keptMs)
}

function moveSome({ db }: ServiceContext, categoryId: number): Promise<void> {
  return inChunks((atMost) => emptyStatement(db, categoryId, atMost))
}
