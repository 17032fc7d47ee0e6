import { eq } from 'drizzle-orm'
import type { Db } from '../client'
import { categories } from '../schema'

/** Unsorted: there are few, and sorting in SQL would read each of them twice. */
export function allCategories(db: Db) {
  return db.select().from(categories)
}

export function categoryById(db: Db, id: number) {
  return db.select({ id: categories.id }).from(categories).where(eq(categories.id, id))
}
