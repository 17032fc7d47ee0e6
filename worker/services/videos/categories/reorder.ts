import type { Category } from '#contract/schemas/videos/categories'
import { uncategorizedId } from '#contract/values/videos/categories'
import { orderCategories } from '#db/queries/videos/categories'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audited } from '../../shared/audit'
import { listCategories } from './list'

/** Orders the categories by their IDs, which must be all but Uncategorized's. Returns them in that order. */
export async function reorderCategories(ctx: UserContext, ids: number[]): Promise<Category[]> {
  const known = await listCategories(ctx)
  const before = known.flatMap(({ id }) => (id === uncategorizedId ? [] : [id]))
  if (before.join() === ids.join()) return known
  const nameOf = (id: number) => known.find((category) => category.id === id)?.name
  const act = {
    action: 'category.reorder',
    subject: 'category',
    subjectId: 'all',
    details: { before: before.map(nameOf), after: ids.map(nameOf) },
  }
  const [ordered] = await ctx.db.batch(audited(ctx, orderCategories(ctx.db, ids), act))
  // An empty list does nothing, valid or not.
  if (ordered.length !== ids.length || (ids.length === 0 && before.length > 0)) {
    throw new AppError('conflict', 'The categories have changed. Reload and reorder them.')
  }
  return listCategories(ctx)
}
