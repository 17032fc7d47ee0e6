import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../client'
import { approvedTexts, users, videos, whereTextsChanged } from '../../schema'
import { indexedBy } from '../shared/index-hints'
import { whereSettingOn } from '../shared/settings'
import { adminColumns } from '../videos/for-staff'
import type { QueueCursor } from '../videos/publishing/review'

// Videos whose texts were changed since a person approved them.

const columns = {
  ...adminColumns,
  changedSince: sql<number>`${videos.changedSince}`.as('changed_since'),
  changes: sql<number>`${approvedTexts.changes}`.as('changes'),
  approvedAt: sql<number>`${approvedTexts.approvedAt}`.as('approved_at'),
  approvedTitle: sql<string>`${approvedTexts.title}`.as('approved_title'),
  approvedDescription: sql<string>`${approvedTexts.description}`.as('approved_description'),
  approvedTags: sql`${approvedTexts.tags}`.mapWith(approvedTexts.tags).as('approved_tags'),
}

/** Returns changed videos, longest changed first; none on a site without approval. */
export function changedVideos(db: Db, limit: number, after?: QueueCursor) {
  if (!after) return changedRows(db).orderBy(asc(videos.changedSince), asc(videos.id)).limit(limit)
  const equal = sql`${videos.changedSince} = ${after.since} and ${videos.id} > ${after.id}`
  // Two index ranges, merged while reading: see publicVideos.
  return unionAll(changedRows(db, equal), changedRows(db, gt(videos.changedSince, after.since)))
    .orderBy(sql.raw('changed_since asc'), sql.raw('"videos"."id" asc'))
    .limit(limit)
}

function changedRows(db: Db, range?: SQL) {
  return db
    .select(columns)
    .from(indexedBy(videos, 'videos_changed'))
    .innerJoin(users, eq(users.id, videos.userId))
    .innerJoin(approvedTexts, eq(approvedTexts.videoId, videos.id))
    .where(and(whereTextsChanged, whereSettingOn('requireContentApproval'), range))
}

export type ChangedRow = Awaited<ReturnType<typeof changedVideos>>[number]

/** Returns the tracks of videos as they were approved and as they are shown. */
export function tracksOfAll(db: Db, videoIds: readonly number[]) {
  const ids = sql`(select value from json_each(${JSON.stringify(videoIds)}))`
  const rows = (table: string, side: 'approved' | 'shown') =>
    sql`select video_id, language, object_key, bytes, ${sql.raw(`'${side}'`)} as side from ${sql.raw(table)} where video_id in ${ids}`
  return db
    .select({
      videoId: sql<number>`video_id`.as('video_id'),
      language: sql<string>`language`.as('language'),
      objectKey: sql<string>`object_key`.as('object_key'),
      bytes: sql<number>`bytes`.as('bytes'),
      side: sql<'approved' | 'shown'>`side`.as('side'),
    })
    .from(sql`(${rows('approved_captions', 'approved')} union all ${rows('captions', 'shown')})`)
    .orderBy(sql.raw('language'))
}

export type TrackRow = Awaited<ReturnType<typeof tracksOfAll>>[number]
