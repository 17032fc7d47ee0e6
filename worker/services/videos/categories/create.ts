import { sql } from 'drizzle-orm'
import type { Category, CreateCategory } from '#contract/schemas/videos/categories'
import { maxCategories } from '#contract/values/videos/categories'
import { indexedName } from '#contract/values/videos/search-words'
import { categoryBySlug, insertCategory } from '#db/queries/videos/categories'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audited, isDone } from '../../shared/audit'
import { findCategory, refuseReservedSlug, slugTaken } from './find'
import { categoryView } from './list'

export async function createCategory(ctx: UserContext, input: CreateCategory): Promise<Category> {
  refuseReservedSlug(input.slug)
  const id = sql`(select id from categories where slug = ${input.slug})`
  const details = { before: null, after: input }
  const act = { action: 'category.create', subject: 'category', subjectId: id, details }
  const [[made]] = await ctx.db.batch(
    audited(ctx, insertCategory(ctx.db, { ...input, nameFolded: indexedName(input.name) }), act),
  )
  if (made) return categoryView(made)
  const [holder] = await categoryBySlug(ctx.db, input.slug)
  if (holder) {
    if (!(await isDone(ctx, { ...act, subjectId: holder.id }))) throw slugTaken()
    return categoryView(await findCategory(ctx, holder.id))
  }
  throw new AppError('conflict', `There are ${maxCategories} categories, the maximum. Delete one first.`)
}
