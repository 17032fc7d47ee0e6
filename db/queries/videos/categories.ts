import { and, asc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { maxCategories, uncategorizedId } from '#contract/values/videos/categories'
import type { Db } from '../../client'
import { insertFrom } from '../../insert-from'
import { categories, videos, wherePublic } from '../../schema'
import { indexedBy } from '../shared/index-hints'

/** Returns all categories, unsorted: there are few, and sorting in SQL would read each of them twice. */
export function allCategories(db: Db) {
  return db.select().from(categories).where(isNull(categories.pendingDeletionSince))
}

export type CategoryRow = Awaited<ReturnType<typeof allCategories>>[number]

export function categoryById(db: Db, id: number) {
  return db
    .select()
    .from(categories)
    .where(and(eq(categories.id, id), isNull(categories.pendingDeletionSince)))
}

export function categoryBySlug(db: Db, slug: string) {
  return db.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug))
}

/** Counts, in SQL, the categories besides Uncategorized. */
const others = sql`select count(*) from categories where id <> ${uncategorizedId} and pending_deletion_since is null`

interface Named {
  name: string
  nameFolded: string
  slug: string
}

/**
 * Inserts a category after all others but Uncategorized; nothing if the slug is taken or the limit is
 * reached.
 */
export function insertCategory(db: Db, { name, nameFolded, slug }: Named) {
  const position = sql`(select coalesce(max(position), -1) + 1 from categories where id <> ${uncategorizedId})`
  return insertFrom(
    db,
    categories,
    { name, nameFolded, slug, position },
    sql`where not exists (select 1 from categories where slug = ${slug}) and (${others}) < ${maxCategories}`,
  ).returning()
}

/** Renames an unchanged category, unless another one has the slug. */
export function renameCategory(db: Db, before: CategoryRow, after: Named) {
  return db
    .update(categories)
    .set({ ...after, ...(after.name !== before.name && { reindexing: reindexingFrom }) })
    .where(
      and(
        eq(categories.id, before.id),
        eq(categories.name, before.name),
        eq(categories.slug, before.slug),
        isNull(categories.pendingDeletionSince),
        sql`not exists (select 1 from categories other where other.slug = ${after.slug} and other.id <> ${before.id})`,
      ),
    )
    .returning()
}

/** The start of reindexing: before the newest of a category's videos. */
const reindexingFrom: [number, number] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/**
 * Returns the renamed categories whose videos the search index still has under the old name, and how far
 * reindexing has come.
 */
export function categoriesToReindex(db: Db) {
  return db
    .select({ id: categories.id, name: categories.name, reindexing: categories.reindexing })
    .from(categories)
    .where(isNotNull(categories.reindexing))
}

/** Returns the next of a category's public videos, newest first, from a position on. */
export function videosToReindex(
  db: Db,
  categoryId: number,
  [createdAt, id]: [number, number],
  atMost: number,
) {
  return db
    .select({ createdAt: sql<number>`created_at`, id: sql<number>`id` })
    .from(indexedBy(videos, 'videos_public_category_new'))
    .where(
      sql`${wherePublic} and category_id = ${categoryId} and created_at <= ${createdAt}
        and (created_at < ${createdAt} or id < ${id})`,
    )
    .orderBy(sql`created_at desc`, sql`id desc`)
    .limit(atMost)
}

/**
 * Indexes videos again and records how far reindexing has come; null at the end. Records nothing if the name
 * has changed since.
 */
export function reindexCategory(
  db: Db,
  { id, name }: { id: number; name: string },
  ids: number[],
  reached: [number, number] | null,
) {
  return [
    // The trigger reads the name again.
    db
      .update(videos)
      .set({ tags: sql`${videos.tags}` })
      .where(sql`${videos.id} in (select value from json_each(${JSON.stringify(ids)}))`),
    db
      .update(categories)
      .set({ reindexing: reached })
      .where(and(eq(categories.id, id), eq(categories.name, name))),
  ] as const
}

/** Hides a category from now on and frees its slug: no other slug can contain a tilde. */
export function markCategoryForDeletion(db: Db, id: number, now: number) {
  return db
    .update(categories)
    .set({ pendingDeletionSince: now, slug: sql`${categories.slug} || '~' || ${categories.id}` })
    .where(
      and(eq(categories.id, id), ne(categories.id, uncategorizedId), isNull(categories.pendingDeletionSince)),
    )
    .returning({ id: categories.id })
}

/**
 * Orders all categories but Uncategorized by these IDs; changes nothing unless they are exactly the existing
 * ones.
 */
export function orderCategories(db: Db, ids: number[]) {
  const wanted = JSON.stringify(ids)
  return db
    .update(categories)
    .set({ position: sql`(select key from json_each(${wanted}) where value = ${categories.id})` })
    .where(
      sql`${categories.id} in (select value from json_each(${wanted}))
        and (${others}) = ${ids.length}
        and (${others} and id in (select value from json_each(${wanted}))) = ${ids.length}`,
    )
    .returning({ id: categories.id })
}

/** Moves a limited number of a category's videos to Uncategorized, in any state. */
export function emptyCategory(db: Db, id: number, atMost: number) {
  const some = sql`(select id from videos where category_id = ${id} limit ${atMost})`
  return db.update(videos).set({ categoryId: uncategorizedId }).where(sql`${videos.id} in ${some}`)
}

export function anyVideoOf(db: Db, categoryId: number) {
  return db.select({ id: videos.id }).from(videos).where(eq(videos.categoryId, categoryId)).limit(1)
}

export function pendingCategories(db: Db) {
  return db
    .select({ id: categories.id })
    .from(categories)
    .where(isNotNull(categories.pendingDeletionSince))
    .orderBy(asc(categories.id))
}

/**
 * Deletes empty categories that are pending deletion since before `pendingBefore`: any publish that still
 * knew of them is finished by now.
 */
export function deletePendingCategories(db: Db, pendingBefore: number) {
  return db
    .delete(categories)
    .where(
      and(
        lt(categories.pendingDeletionSince, pendingBefore),
        sql`not exists (select 1 from videos where category_id = ${categories.id})`,
      ),
    )
}
