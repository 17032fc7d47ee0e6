import * as z from 'zod'
import { categoryNameLength, maxCategories, toSlug } from '../../values/videos/categories'
import { line } from '../shared/parts'

export interface Category {
  id: number
  name: string
  slug: string
  videoCount: number
}

const name = line.min(1).max(categoryNameLength.max)
const slug = z.string().trim().transform(toSlug).pipe(z.string().min(1).max(categoryNameLength.max))

export const createCategoryInput = z.strictObject({ name, slug })
export type CreateCategory = z.infer<typeof createCategoryInput>
export const updateCategoryInput = z.strictObject({ name, slug }).partial()
export type UpdateCategory = z.infer<typeof updateCategoryInput>
/** Every category but Uncategorized, in the new order. */
export const orderCategoriesInput = z.strictObject({ ids: z.array(z.int().positive()).max(maxCategories) })
