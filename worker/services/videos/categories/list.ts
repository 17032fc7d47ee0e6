import type { Category } from '#contract/schemas/videos/categories'
import { allCategories, type CategoryRow } from '#db/queries/videos/categories'
import type { ReadContext } from '../../context'

export async function listCategories(ctx: ReadContext): Promise<Category[]> {
  const [rows] = await ctx.near.batch([allCategories(ctx.db)])
  return categoryViews(rows)
}

/** Returns the categories in the operator's order. */
export function categoryViews(rows: CategoryRow[]): Category[] {
  return rows.toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name)).map(categoryView)
}

export function categoryView({ id, name, slug, videoCount }: CategoryRow): Category {
  return { id, name, slug, videoCount }
}
