import type { Category } from '../../../contract/schemas/lists'
import { allCategories } from '../../../db/queries/categories'
import type { ServiceContext } from '../context'

export async function listCategories(ctx: ServiceContext): Promise<Category[]> {
  return categoryViews(await allCategories(ctx.db))
}

/** In the order that the operator gave them. */
export function categoryViews(rows: (Category & { position: number })[]): Category[] {
  return rows
    .toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name))
    .map(({ id, name, slug, videoCount }) => ({ id, name, slug, videoCount }))
}
