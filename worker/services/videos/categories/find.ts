import { allSlug } from '#contract/values/videos/categories'
import { type CategoryRow, categoryById } from '#db/queries/videos/categories'
import { AppError, invalidField, notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'

export async function findCategory(ctx: ServiceContext, id: number): Promise<CategoryRow> {
  const [row] = await categoryById(ctx.db, id)
  if (!row) throw notFound('This category')
  return row
}

export function slugTaken(): AppError {
  const message = 'Another category has this slug.'
  return new AppError('conflict', message, { errors: [{ path: 'slug', message }] })
}

export function refuseReservedSlug(slug: string): void {
  if (slug === allSlug) throw invalidField('slug', `“${allSlug}” is the page of all categories.`)
}
