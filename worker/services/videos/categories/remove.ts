import { uncategorizedId } from '#contract/values/videos/categories'
import { markCategoryForDeletion } from '#db/queries/videos/categories'
import { AppError, notFound } from '#worker/errors'
import type { ServiceContext, UserContext } from '../../context'
import { audited, repeatable } from '../../shared/audit'
import { nudge } from '../../shared/send'
import { findCategory } from './find'

/** Deletes a category: it disappears at once, and a job moves its videos to Uncategorized. */
export async function removeCategory(ctx: UserContext, id: number): Promise<void> {
  const act = { action: 'category.delete', subject: 'category', subjectId: id }
  await repeatable(ctx, act, () => remove(ctx, id))
}

async function remove(ctx: UserContext, id: number): Promise<void> {
  if (id === uncategorizedId) {
    throw new AppError(
      'conflict',
      "This category can't be deleted: videos from deleted categories move here.",
    )
  }
  const { name, slug } = await findCategory(ctx, id)
  const act = {
    action: 'category.delete',
    subject: 'category',
    subjectId: id,
    details: { before: { name, slug }, after: null },
  }
  const [[pending]] = await ctx.db.batch(audited(ctx, markCategoryForDeletion(ctx.db, id, ctx.now), act))
  if (!pending) throw notFound('This category')
  ctx.defer(enqueueEmptyCategory(ctx, id))
}

/** Asks the job to move its videos; cron covers a lost message. */
export async function enqueueEmptyCategory(ctx: ServiceContext, categoryId: number): Promise<void> {
  await nudge(ctx.jobs, { job: 'empty-category', categoryId })
}
