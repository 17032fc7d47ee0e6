import type { Category, UpdateCategory } from '#contract/schemas/videos/categories'
import { uncategorizedId } from '#contract/values/videos/categories'
import { indexedName } from '#contract/values/videos/search-words'
import { categoryBySlug, renameCategory } from '#db/queries/videos/categories'
import { AppError, invalidField } from '#worker/errors'
import type { UserContext } from '../../context'
import { audited } from '../../shared/audit'
import { findCategory, refuseReservedSlug, slugTaken } from './find'
import { categoryView } from './list'

export async function updateCategory(
  ctx: UserContext,
  id: number,
  { name, slug }: UpdateCategory,
): Promise<Category> {
  const row = await findCategory(ctx, id)
  const before = { name: row.name, slug: row.slug }
  const after = { name: name ?? row.name, slug: slug ?? row.slug }
  if (after.name === before.name && after.slug === before.slug) return categoryView(row)
  if (after.slug !== before.slug) {
    if (id === uncategorizedId) throw invalidField('slug', 'This category keeps its slug.')
    refuseReservedSlug(after.slug)
  }
  const act = { action: 'category.update', subject: 'category', subjectId: id, details: { before, after } }
  const [[renamed]] = await ctx.db.batch(
    audited(ctx, renameCategory(ctx.db, row, { ...after, nameFolded: indexedName(after.name) }), act),
  )
  if (renamed) return categoryView(renamed)
  const [holder] = await categoryBySlug(ctx.db, after.slug)
  if (holder && holder.id !== id) throw slugTaken()
  await findCategory(ctx, id)
  throw new AppError('conflict', 'Someone else just changed this category. Reload and try again.')
}
