import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TagFilter } from '#contract/values/videos/tags'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { nextTryAt } from '../../next-try'
import { tags } from '../../schema'
import { indexedBy, whereBeginsWith } from '../shared/index-hints'

const columns = {
  slug: sql<string>`"tags"."slug"`.as('slug'),
  name: sql<string>`"tags"."name"`.as('name'),
  videoCount: sql<number>`"tags"."video_count"`.as('video_count'),
  blockedAt: sql<number | null>`"tags"."blocked_at"`.as('blocked_at'),
  mergedInto: sql<string | null>`"tags"."merged_into"`.as('merged_into'),
  targetName: sql<string | null>`target.name`.as('target_name'),
}

export interface AdminTagList {
  filter: TagFilter
  /** The beginning of the slug. Empty: all tags, the most used first. */
  beginning: string
  atMost: number
  /** The last row of the page before. */
  after?: { count: number; slug: string } | undefined
}

/** Returns whether a list is sorted by use; other lists are sorted by slug. */
export function isByUse({ filter, beginning }: Pick<AdminTagList, 'filter' | 'beginning'>): boolean {
  return filter === 'all' && beginning === ''
}

/** Literal conditions, since a parameter doesn't tell SQLite that a partial index holds the row. */
const ofFilter: Record<TagFilter, { index: string; holds: SQL | undefined }> = {
  all: { index: 'sqlite_autoindex_tags_1', holds: undefined },
  blocked: { index: 'tags_blocked', holds: sql`"tags"."blocked_at" is not null` },
  merged: { index: 'tags_merged', holds: sql`"tags"."merged_into" is not null` },
}

/** Returns a page of all tags, whether or not the site shows them. */
export function adminTags(db: Db, list: AdminTagList) {
  const { filter, beginning, atMost, after } = list
  const rows = (index: string, ...conditions: (SQL | undefined)[]) =>
    db
      .select(columns)
      .from(sql`${indexedBy(tags, index)} left join tags target on target.slug = "tags"."merged_into"`)
      .where(and(...conditions))
      .$dynamic()
  if (isByUse(list)) {
    const range = after && sql`("tags"."video_count", "tags"."slug") < (${after.count}, ${after.slug})`
    return rows('tags_count', range)
      .orderBy(sql.raw('"tags"."video_count" desc'), sql.raw('"tags"."slug" desc'))
      .limit(atMost)
  }
  const { index, holds } = ofFilter[filter]
  return rows(index, holds, whereBeginsWith(tags.slug, beginning, after?.slug))
    .orderBy(sql.raw('"tags"."slug"'))
    .limit(atMost)
}

export type AdminTagRow = Awaited<ReturnType<typeof adminTags>>[number]

export function adminTag(db: Db, slug: string) {
  return db
    .select(columns)
    .from(sql`tags left join tags target on target.slug = "tags"."merged_into"`)
    .where(sql`"tags"."slug" = ${slug}`)
}

/** Holds for a tag that can be blocked or merged, since it is neither. */
export function whereTagUsable(slug: string): Condition {
  return condition(
    sql`exists (select 1 from tags usable where usable.slug = ${slug} and usable.blocked_at is null and usable.merged_into is null)`,
  )
}

const untried = { retagTries: 0, retagDueAt: 0 }

export function blockTag(db: Db, slug: string, now: number) {
  return db
    .update(tags)
    .set({ blockedAt: now, ...untried })
    .where(and(eq(tags.slug, slug), isNull(tags.blockedAt), isNull(tags.mergedInto)))
    .returning({ slug: tags.slug })
}

export function unblockTag(db: Db, slug: string) {
  return db
    .update(tags)
    .set({ blockedAt: null })
    .where(and(eq(tags.slug, slug), sql`${tags.blockedAt} is not null`))
    .returning({ slug: tags.slug })
}

/** Replaces a tag by another one, along with the tags that it had replaced: no tag leads to a merged one. */
export function mergeTag(db: Db, slug: string, into: string, onlyIf: Condition) {
  return db
    .update(tags)
    .set({ mergedInto: into, ...untried })
    .where(and(sql`(${tags.slug} = ${slug} or ${tags.mergedInto} = ${slug})`, onlyIf))
}

export function unmergeTag(db: Db, slug: string) {
  return db
    .update(tags)
    .set({ mergedInto: null })
    .where(and(eq(tags.slug, slug), sql`${tags.mergedInto} is not null`))
    .returning({ slug: tags.slug })
}

/** Returns, in SQL, blocked and merged tags that videos are still listed under, the longest due first. */
export function tagsLeft(now: number, atMost: number): SQL {
  const left = sql`video_count > 0 and retag_due_at <= ${now}`
  return sql`(select slug, retag_due_at from tags indexed by tags_blocked where blocked_at is not null and ${left}
    union select slug, retag_due_at from tags indexed by tags_merged where merged_into is not null and ${left}
    order by retag_due_at limit ${atMost})`
}

/** Counts a try at each of these tags, and returns them. */
export function claimTagsLeft(db: Db, now: number, atMost: number) {
  return db
    .update(tags)
    .set({ retagTries: sql`${tags.retagTries} + 1`, retagDueAt: nextTryAt(tags.retagTries, now) })
    .where(sql`${tags.slug} in (select slug from ${tagsLeft(now, atMost)})`)
    .returning({ slug: tags.slug })
}

/** Resets the tries at a tag after some of its videos were rewritten; the rest are due at once. */
export function forgetRetagTries(db: Db, slug: string) {
  return db.update(tags).set(untried).where(eq(tags.slug, slug))
}
