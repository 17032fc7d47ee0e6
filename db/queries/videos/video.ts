import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { plainOf } from '#contract/values/videos/plain-fields'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { users, videos, wherePublic } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'
import { whereEvidenceInCase, whereNoEvidence } from './holds'

/** Columns of a card and a detail; the uploader's name comes from a join. */
export const columns = {
  id: videos.id,
  userId: videos.userId,
  username: users.username,
  ...plainOf(videos),
  title: videos.title,
  tags: videos.tags,
  categoryId: videos.categoryId,
  isPublic: videos.isPublic,
  publicBefore: videos.publicBefore,
  unlistedKey: videos.unlistedKey,
  publishAt: videos.publishAt,
  allowComments: videos.allowComments,
  status: videos.status,
  review: videos.review,
  hold: videos.hold,
  reason: videos.reason,
  revision: videos.revision,
  sourceKey: videos.sourceKey,
  sourceType: videos.sourceType,
  sourceBytes: videos.sourceBytes,
  duration: videos.duration,
  width: videos.width,
  height: videos.height,
  posterKey: videos.posterKey,
  posterType: videos.posterType,
  posterBytes: videos.posterBytes,
  posterPictures: videos.posterPictures,
  blurredKey: videos.blurredKey,
  blurredBytes: videos.blurredBytes,
  previewKey: videos.previewKey,
  previewBytes: videos.previewBytes,
  trailerKey: videos.trailerKey,
  trailerBytes: videos.trailerBytes,
  storyboardKey: videos.storyboardKey,
  storyboardBytes: videos.storyboardBytes,
  storyboardRows: videos.storyboardRows,
  latitude: videos.latitude,
  longitude: videos.longitude,
  views: videos.views,
  likes: videos.likes,
  comments: videos.comments,
  popularity: videos.popularity,
  editedAt: videos.editedAt,
  createdAt: videos.createdAt,
} as const

export const indexedColumns = expressions({ ...columns, titleFolded: videos.titleFolded })

export function videoById(db: Db, id: number) {
  return db
    .select(columns)
    .from(videos)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(eq(videos.id, id))
}

/** A video that an account opened, and the key that it was opened with. */
export type Opened = Pick<VideoRow, 'id' | 'givenKey'>

/** Holds while the video's row exists: it outlives a removal, until the files are deleted. */
export function whereVideoExists(videoId: number): Condition {
  return condition(sql`exists (select 1 from videos where id = ${videoId})`)
}

export type VideoRow = Awaited<ReturnType<typeof videoById>>[number] & {
  /** The key with which the caller requested it, now or when saving or watching it. */
  givenKey?: string | null | undefined
}

export interface PublicList {
  /** Canonical name of the uploader; can't be combined with category or class. */
  ownerNamed?: string | undefined
  categoryId?: number | undefined
  /** Slug of a category, instead of its ID. */
  categoryNamed?: string | undefined
  isPremium?: boolean | undefined
  sort: 'newest' | 'popular'
  limit: number
  /** The sort key and ID of the last row of the page before. */
  after?: { key: number; id: number } | undefined
}

/** The sort keys of public lists, highest first. */
export const publicSortKeys = { newest: 'createdAt', popular: 'popularity' } as const

/** Returns a page of public videos. */
export function publicVideos(db: Db, list: PublicList) {
  const { after, sort } = list
  const by = videos[publicSortKeys[sort]]
  if (!after) return publicRows(db, list).orderBy(desc(by), desc(videos.id)).limit(list.limit)
  // Two index ranges, merged while reading. `(key, id) < (?, ?)` would use the key alone, since SQLite
  // compares no row values by the rowid, and scan all videos with an equal key.
  const equal = and(eq(by, after.key), lt(videos.id, after.id))
  const below = lt(by, after.key)
  return (
    unionAll(publicRows(db, list, equal), publicRows(db, list, below))
      // Raw, since drizzle omits the table's name here, and the account has an `id` too.
      .orderBy(sql.raw(`"videos"."${by.name}" desc`), sql.raw('"videos"."id" desc'))
      .limit(list.limit)
  )
}

function publicRows(db: Db, list: PublicList, range?: SQL) {
  const { categoryId, categoryNamed, isPremium, ownerNamed } = list
  return db
    .select(indexedColumns)
    .from(indexedBy(videos, publicIndex(list)))
    .innerJoin(users, eq(users.id, videos.userId))
    .where(
      and(
        wherePublic,
        categoryId === undefined ? undefined : eq(videos.categoryId, categoryId),
        categoryNamed === undefined
          ? undefined
          : eq(videos.categoryId, sql`(select id from categories where slug = ${categoryNamed})`),
        isPremium === undefined ? undefined : eq(videos.isPremium, isPremium),
        ownerNamed === undefined
          ? undefined
          : eq(videos.userId, sql`(select id from users where username_canonical = ${ownerNamed})`),
        range,
      ),
    )
}

function publicIndex({ categoryId, categoryNamed, isPremium, ownerNamed, sort }: PublicList): string {
  const parts = ['videos_public']
  if (ownerNamed !== undefined) parts.push('owner')
  if (categoryId !== undefined || categoryNamed !== undefined) parts.push('category')
  if (isPremium !== undefined) parts.push('class')
  return [...parts, sort === 'popular' ? 'popular' : 'new'].join('_')
}

/** Holds while a video exists and no case needs it as evidence; guards every statement that deletes it. */
export function whereDeletable(id: number): Condition {
  return condition(
    sql`exists (select 1 from videos v where v.id = ${id} and ${whereNoEvidence} and not ${whereEvidenceInCase(id)})`,
  )
}

/** Deletes a video's row if it may be deleted. */
export function deleteVideo(db: Db, { id, userId }: { id: number; userId: number }, onlyIf: Condition) {
  return db
    .delete(videos)
    .where(and(eq(videos.id, id), eq(videos.userId, userId), onlyIf))
    .returning({ id: videos.id })
}

export type VideoChange = Partial<typeof videos.$inferInsert>
