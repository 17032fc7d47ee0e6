import type { Category } from '../../../contract/schemas/lists'
import { allCategories } from '../../../db/queries/categories'
import type { ServiceContext } from '../context'

export async function listCategories(ctx: ServiceContext): Promise<Category[]> {
  return (await allCategories(ctx.db)).map(categoryView)
}

export function categoryView({ id, name, slug, videoCount }: Category): Category {
  return { id, name, slug, videoCount }
}
