import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { indexedName } from '#contract/values/videos/search-words'
import { popularWithinTag, type Tag } from '#contract/values/videos/tags'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { approvedTexts, tags, users, videos, videoTags, wherePublic, whereTagListed } from '../../schema'
import { expressions, indexedBy, whereBeginsWith } from '../shared/index-hints'
import { columns } from './video'

/**
 * Number of index entries among which the most used are suggested. If more begin with the typed text, a
 * longer text finds them.
 */
const suggestedAmong = 200

/**
 * Joins the tags in a JSON array of slugs as pages show them: a merged tag is replaced by its target, which
 * may then appear twice, and blocked tags are left out.
 */
function joinShown(slugs: SQL): SQL {
  return sql`json_each(${slugs}) e
    join tags used on used.slug = e.value and used.blocked_at is null
    left join tags target on target.slug = used.merged_into
    where (used.merged_into is null or target.blocked_at is null)`
}

const shownSlug = sql`coalesce(target.slug, used.slug)`
const shownName = sql`coalesce(target.name, used.name)`

/**
 * The tags of a video as pages show them. They are sorted in code, since sorting in SQL reads each of them
 * twice.
 */
const shownTags = sql`(select json_group_array(json_array(e.key, ${shownSlug}, ${shownName}))
  from ${joinShown(sql`"videos"."tags"`)})`
  .mapWith((text: string): Tag[] => {
    const rows: [at: number, slug: string, name: string][] = JSON.parse(text)
    const inOrder = rows.sort(([one], [other]) => one - other)
    return [...new Map(inOrder.map(([, slug, name]) => [slug, { slug, name }])).values()]
  })
  .as('shown_tags')

export function videoWithTags(db: Db, id: number) {
  return db
    .select({ ...columns, shownTags })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(eq(videos.id, id))
}

/** Returns the tags with these slugs; `slug` and `name` are those of the tag shown for each. */
export function tagsOfSlugs(db: Db, slugs: readonly string[]) {
  return db
    .select({
      used: sql<string>`used.slug`.as('used'),
      slug: sql<string>`${shownSlug}`.as('slug'),
      name: sql<string>`${shownName}`.as('name'),
      isBlocked: sql<number>`coalesce(used.blocked_at, target.blocked_at) is not null`.as('is_blocked'),
    })
    .from(
      sql`json_each(${JSON.stringify(slugs)}) e join tags used on used.slug = e.value
        left join tags target on target.slug = used.merged_into`,
    )
}

/** Inserts the tags that don't exist yet; in the batch before the video that has them. */
export function insertTags(db: Db, given: readonly Tag[], now: number, onlyIf: Condition) {
  const values = {
    slug: sql`e.value ->> 'slug'`,
    name: sql`e.value ->> 'name'`,
    nameFolded: sql`e.value ->> 'folded'`,
    createdAt: now,
  }
  const folded = given.map(({ slug, name }) => ({ slug, name, folded: indexedName(name) }))
  const rows = sql`from json_each(${JSON.stringify(folded)}) e where ${onlyIf}`
  return insertFrom(db, tags, values, rows).onConflictDoNothing()
}

/** Returns the tag of a page, or the tag that replaced it; no row for a tag that no page names. */
export function publicTag(db: Db, slug: string) {
  return db
    .select({
      slug: sql<string>`shown.slug`.as('slug'),
      name: sql<string>`shown.name`.as('name'),
      videoCount: sql<number>`shown.video_count`.as('video_count'),
    })
    .from(sql`tags used join tags shown on shown.slug = coalesce(used.merged_into, used.slug)`)
    .where(
      sql`used.slug = ${slug} and used.blocked_at is null and shown.blocked_at is null and shown.video_count > 0`,
    )
}

export interface TagList {
  slug: string
  sort: 'newest' | 'popular'
  limit: number
  /** The sort key and ID of the last row of the page before. */
  after?: { key: number; id: number } | undefined
}

/** Returns a page of a tag's public videos; the most popular ones are chosen among its newest. */
export function videosOfTag(db: Db, list: TagList) {
  return list.sort === 'newest' ? newestOfTag(db, list) : popularOfTag(db, list)
}

const listed = expressions(columns)

function newestOfTag(db: Db, { slug, limit, after }: TagList) {
  const rows = (range: SQL | undefined) =>
    db
      .select(listed)
      .from(videoTags)
      .innerJoin(videos, eq(videos.id, videoTags.videoId))
      .innerJoin(users, eq(users.id, videos.userId))
      .where(and(eq(videoTags.slug, slug), whereTagOpen(slug), wherePublic, range))
  const order = [sql.raw('"video_tags"."created_at" desc'), sql.raw('"video_tags"."video_id" desc')] as const
  if (!after)
    return rows(undefined)
      .orderBy(...order)
      .limit(limit)
  // Two index ranges, merged while reading: see publicVideos.
  const equal = sql`"video_tags"."created_at" = ${after.key} and "video_tags"."video_id" < ${after.id}`
  return unionAll(rows(equal), rows(sql`"video_tags"."created_at" < ${after.key}`))
    .orderBy(sql.raw('"videos"."created_at" desc'), sql.raw('"videos"."id" desc'))
    .limit(limit)
}

function popularOfTag(db: Db, { slug, limit, after }: TagList) {
  const newest = sql`(select video_id from video_tags where slug = ${slug} and ${whereTagOpen(slug)}
    order by created_at desc, video_id desc limit ${popularWithinTag})`
  const beyond = after && sql`where (v.popularity, v.id) < (${after.key}, ${after.id})`
  // A separate subquery, so that only the accounts of the page are read.
  const page = sql`(select v.id from ${newest} n join videos v on v.id = n.video_id ${beyond}
    order by v.popularity desc, v.id desc limit ${limit})`
  return db
    .select(listed)
    .from(videos)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(and(sql`${videos.id} in ${page}`, wherePublic))
    .orderBy(desc(videos.popularity), desc(videos.id))
}

/**
 * Holds for a tag with a page. A blocked or merged tag still has videos until the job has gone through them.
 */
function whereTagOpen(slug: string): Condition {
  return condition(
    sql`exists (select 1 from tags where slug = ${slug} and blocked_at is null and merged_into is null)`,
  )
}

/**
 * Returns public tags that begin with a text, unsorted, from the index alone: sorting in SQL reads each of
 * them twice.
 */
export function tagsBeginning(db: Db, beginning: string) {
  return db
    .select(expressions({ slug: tags.slug, name: tags.name, videoCount: tags.videoCount }))
    .from(indexedBy(tags, 'tags_suggested'))
    .where(and(whereTagListed, whereBeginsWith(tags.slug, beginning)))
    .limit(suggestedAmong)
}

/** Returns the slugs of the most used public tags, with at least this many videos. */
export function mostUsedTags(db: Db, atLeast: number, limit: number) {
  return db
    .select({ slug: sql<string>`slug` })
    .from(indexedBy(tags, 'tags_count'))
    .where(sql`video_count >= ${atLeast} and ${whereTagListed}`)
    .orderBy(sql.raw('video_count desc'), sql.raw('slug desc'))
    .limit(limit)
}

/**
 * Lists videos under the tags that their pages show, if they are public, and removes them from the lists of
 * other tags. Entries that exist already are neither written nor counted again. The list of a tag without a
 * page keeps its videos, since retagging finds them there; they are removed only for `takenOff`, the tag just
 * retagged.
 */
export function listUnderTags(db: Db, ids: readonly number[], takenOff = '') {
  const given = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const shown = sql`select ${shownSlug} as slug, videos.created_at, videos.id as video_id
    from videos cross join ${joinShown(sql`videos.tags`)} and videos.id in ${given} and ${wherePublic}`
  const listed = sql`select slug, created_at, video_id from video_tags where video_id in ${given}`
  const missing = sql`(${shown} except ${listed})`
  const left = sql`(select * from (${listed} except ${shown}) where slug = ${takenOff}
    or slug in (select slug from tags where blocked_at is null and merged_into is null))`
  const moved = sql`(select slug, sum(n) as n from (
    select slug, 1 as n from ${missing} union all select slug, -1 from ${left}
  ) group by slug having sum(n) <> 0)`
  return [
    db
      .update(tags)
      .set({ videoCount: sql`${tags.videoCount} + moved.n` })
      .from(sql`${moved} moved`)
      .where(sql`moved.slug = ${tags.slug}`),
    db
      .delete(videoTags)
      .where(sql`(${videoTags.slug}, ${videoTags.createdAt}, ${videoTags.videoId}) in ${left}`),
    insertFrom(
      db,
      videoTags,
      { slug: sql`slug`, createdAt: sql`created_at`, videoId: sql`video_id` },
      sql`from ${missing}`,
    ),
  ] as const
}

/** Rewrites the tags of some public videos that are still listed under a blocked or merged tag. */
export function retagVideos(db: Db, slug: string, atMost: number) {
  const some = sql`(select video_id from ${listedWrongly(slug)} limit ${atMost})`
  const rewritten = (column: string) =>
    sql`(select json_group_array(slug order by at) from
      (select ${shownSlug} as slug, min(e.key) as at from ${joinShown(sql.raw(column))} group by 1))`
  return {
    // Not a change by a person, so the approved texts follow.
    approved: db
      .update(approvedTexts)
      .set({ tags: rewritten('approved_texts.tags') })
      .where(sql`${approvedTexts.videoId} in ${some}`),
    retagged: db
      .update(videos)
      .set({ tags: rewritten('videos.tags') })
      .where(sql`${videos.id} in ${some}`)
      .returning({ id: videos.id }),
  }
}

/** Returns a video that still has to be rewritten. */
export function videosLeft(db: Db, slug: string) {
  return db
    .select({ id: sql<number>`video_id`.as('video_id') })
    .from(listedWrongly(slug))
    .limit(1)
}

/** Returns, in SQL, videos that are listed under a tag without a page. */
function listedWrongly(slug: string): SQL {
  return sql`(select video_id from video_tags where slug = ${slug} and not ${whereTagOpen(slug)})`
}
