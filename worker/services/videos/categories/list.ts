import type { Category } from '../../../../contract/schemas/videos/categories'
import { allCategories, type CategoryRow } from '../../../../db/queries/videos/categories'
import type { ServiceContext } from '../../context'

export async function listCategories(ctx: ServiceContext): Promise<Category[]> {
  return categoryViews(await allCategories(ctx.db))
}

/** Returns the categories in the operator's order. */
export function categoryViews(rows: CategoryRow[]): Category[] {
  return rows.toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name)).map(categoryView)
}

export function categoryView({ id, name, slug, videoCount }: CategoryRow): Category {
  return { id, name, slug, videoCount }
}
