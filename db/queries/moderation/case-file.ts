import { asc, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import {
  auditLog,
  blockedHashes,
  captions,
  deletedAccounts,
  filePlaces,
  imports,
  legalAcceptances,
  mediaObjects,
  removalHashes,
  removalRequests,
  removals,
  renditions,
  reports,
  sessions,
  uploads,
  users,
  videos,
} from '../../schema'
import { keysOf } from '../videos/video-files'
import { videosOfSameCase } from './blocked-hashes'

/** The columns that identify an account; never its password. */
const { passwordHash, ...identity } = getTableColumns(users)

/** Returns the uploader of a video, in SQL. */
const ownerOf = (videoId: number): SQL => sql`(select user_id from videos where id = ${videoId})`

/** Returns conditions for acts on the video, and on its cases, which are subjects of their own. */
function actsAbout(videoId: number): SQL[] {
  const about = (subject: string, ids: SQL) =>
    sql`(${auditLog.subject} = ${subject} and ${auditLog.subjectId} in (${ids}))`
  const of = (table: typeof reports | typeof removalRequests | typeof removals) =>
    sql`select cast(${table.id} as text) from ${table} where ${table.videoId} = ${videoId}`
  return [
    about('video', sql`${String(videoId)}`),
    about('report', of(reports)),
    about('removal-request', of(removalRequests)),
    about('removal', of(removals)),
  ]
}

/** Returns everything known about a video and its uploader at one moment: the reads of one batch. */
export function evidenceOf(db: Db, videoId: number) {
  const owner = ownerOf(videoId)
  const keys = sql`(${keysOf(videoId, filePlaces)})`
  return {
    found: db.select().from(videos).where(eq(videos.id, videoId)),
    uploader: db.select(identity).from(users).where(sql`${users.id} = ${owner}`),
    erased: db.select().from(deletedAccounts).where(sql`${deletedAccounts.userId} = ${owner}`),
    legalAcceptances: db.select().from(legalAcceptances).where(sql`${legalAcceptances.userId} = ${owner}`),
    sessions: db
      .select({ createdAt: sessions.createdAt, seenAt: sessions.seenAt })
      .from(sessions)
      .where(sql`${sessions.userId} = ${owner}`)
      .orderBy(asc(sessions.createdAt)),
    files: db.select().from(mediaObjects).where(sql`${mediaObjects.key} in ${keys}`),
    renditions: db.select().from(renditions).where(eq(renditions.videoId, videoId)),
    captions: db.select().from(captions).where(eq(captions.videoId, videoId)),
    uploads: db.select().from(uploads).where(eq(uploads.videoId, videoId)),
    imports: db.select().from(imports).where(eq(imports.videoId, videoId)),
    reports: db.select().from(reports).where(eq(reports.videoId, videoId)).orderBy(asc(reports.id)),
    removalRequests: db
      .select()
      .from(removalRequests)
      .where(eq(removalRequests.videoId, videoId))
      .orderBy(asc(removalRequests.id)),
    removals: db.select().from(removals).where(eq(removals.videoId, videoId)).orderBy(asc(removals.id)),
    removedWithIt: videosOfSameCase(db, videoId, 1000),
    blockedHashes: db
      .select({ ...getTableColumns(blockedHashes), removalId: removalHashes.removalId })
      .from(blockedHashes)
      .leftJoin(removalHashes, eq(removalHashes.sha256, blockedHashes.sha256))
      .where(
        sql`${blockedHashes.sha256} in (select hash.value from media_objects m,
          json_each(json_array(m.sha256, m.picture_sha256)) hash where m.key in ${keys})`,
      ),
    auditLog: db
      .select()
      .from(auditLog)
      .where(or(...actsAbout(videoId)))
      .orderBy(desc(auditLog.id)),
  }
}
