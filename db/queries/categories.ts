import { asc, eq } from 'drizzle-orm'
import type { Db } from '../client'
import { categories } from '../schema'

export function allCategories(db: Db) {
  return db.select().from(categories).orderBy(asc(categories.position), asc(categories.name))
}

export function categoryById(db: Db, id: number) {
  return db.select({ id: categories.id }).from(categories).where(eq(categories.id, id))
}
