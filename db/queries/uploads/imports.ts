import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import type { ImportKind } from '#contract/values/uploads/upload'
import type { Db } from '../../client'
import type { Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { imports, leases, neverDue, uploads, users, videos } from '../../schema'

export type ImportRow = typeof imports.$inferSelect

export interface NewImport {
  id: string
  userId: number
  kind: ImportKind
  url: string
}

const running = ['queued', 'fetching', 'probing'] as const

/** Returns the name of the lease held while working on an import. */
export function importLease(id: string): string {
  return `import:${id}`
}

/**
 * Inserts an import for the editor. Returns no row if `atMost` of the account's imports are running, or one
 * of the same URL is.
 */
export function insertImport(db: Db, row: NewImport, atMost: number, now: number) {
  const others = sql`select count(*) from imports where user_id = ${row.userId} and status in ${running}`
  const same = sql`select 1 from imports where user_id = ${row.userId} and url = ${row.url} and video_id is null
    and status in ${running}`
  const rows = sql`where (${others}) < ${atMost} and not exists (${same})`
  return insertFrom(db, imports, newRow(row, now), rows).returning()
}

/** Returns the running import of a URL for the account's editor. */
export function runningImport(db: Db, userId: number, url: string) {
  return db
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.userId, userId),
        eq(imports.url, url),
        isNull(imports.videoId),
        inArray(imports.status, running),
      ),
    )
}

/** Inserts an import for an existing video, if the batch's condition holds. */
export function insertImportFor(db: Db, row: NewImport, videoId: number, onlyIf: Condition, now: number) {
  const rows = sql`from videos where id = ${videoId} and user_id = ${row.userId} and ${onlyIf}`
  return insertFrom(db, imports, { ...newRow(row, now), videoId: sql`id` }, rows)
}

/**
 * Inserts an import for the video inserted earlier in the same batch: the account's newest, created at this
 * moment and without that file. Inserts nothing if that insert made no row.
 */
export function insertImportForNewVideo(db: Db, row: NewImport, now: number) {
  const missing = row.kind === 'video' ? sql`source_key` : sql`poster_key`
  const newest = sql`select max(id) from videos where user_id = ${row.userId}`
  const rows = sql`from videos where id = (${newest}) and created_at = ${now} and ${missing} is null`
  return insertFrom(db, imports, { ...newRow(row, now), videoId: sql`id` }, rows)
}

function newRow(row: NewImport, now: number) {
  return { ...row, createdAt: now, touchedAt: now }
}

export function importById(db: Db, id: string) {
  return db.select().from(imports).where(eq(imports.id, id))
}

/**
 * Returns an import with its upload, if that still exists, and the reason why its file can't be published as
 * it is.
 */
export function ownImport(db: Db, id: string, userId: number) {
  return db
    .select({
      ...getTableColumns(imports),
      uploadId: sql<string | null>`${uploads.id}`.as('kept_id'),
      obstacle: sql<string | null>`${uploads.error}`.as('obstacle'),
    })
    .from(imports)
    .leftJoin(uploads, eq(uploads.id, imports.uploadId))
    .where(and(eq(imports.id, id), eq(imports.userId, userId)))
}

/**
 * Deletes an editor's import. Imports started by a publish or an edit belong to the video, and end with it.
 */
export function deleteOwnImport(db: Db, id: string, userId: number) {
  return db
    .delete(imports)
    .where(and(eq(imports.id, id), eq(imports.userId, userId), isNull(imports.videoId)))
    .returning()
}

/** Records the start of a slice; returns the row while something is left to do. */
export function beginSlice(db: Db, id: string, now: number) {
  return db
    .update(imports)
    .set({
      status: sql`case ${imports.status} when 'queued' then 'fetching' else ${imports.status} end`,
      touchedAt: now,
    })
    .where(and(eq(imports.id, id), inArray(imports.status, running)))
    .returning()
}

export interface BegunImport {
  uploadId: string
  size: number
  validator: string | null
}

export function bindUpload(db: Db, id: string, begun: BegunImport) {
  return db
    .update(imports)
    .set({ ...begun, received: 0 })
    .where(and(eq(imports.id, id), eq(imports.status, 'fetching')))
    .returning({ id: imports.id })
}

/** Restarts an import, because the part fetched so far is useless. */
export function unbindUpload(db: Db, id: string, restarts: number) {
  return db
    .update(imports)
    .set({ uploadId: null, size: null, validator: null, received: 0, restarts })
    .where(eq(imports.id, id))
}

export function setReceived(db: Db, id: string, received: number) {
  return db
    .update(imports)
    .set({ received })
    .where(and(eq(imports.id, id), eq(imports.status, 'fetching')))
}

export function markProbing(db: Db, id: string) {
  return db
    .update(imports)
    .set({ status: 'probing' })
    .where(and(eq(imports.id, id), eq(imports.status, 'fetching')))
    .returning()
}

export function markImportDone(db: Db, id: string) {
  return db
    .update(imports)
    .set({ status: 'done' })
    .where(and(eq(imports.id, id), eq(imports.status, 'probing')))
    .returning({ id: imports.id })
}

export function markImportFailed(db: Db, id: string, error: string) {
  return db
    .update(imports)
    .set({ status: 'failed', error, uploadId: null })
    .where(and(eq(imports.id, id), inArray(imports.status, running)))
    .returning()
}

/**
 * Returns running imports untouched since `before` and without a lease: their message was lost, or its job
 * died.
 */
export function abandonedImports(db: Db, now: number, before: number, atMost: number) {
  const held = db
    .select({ name: leases.name })
    .from(leases)
    .where(and(eq(leases.name, sql`'import:' || ${imports.id}`), sql`${leases.heldUntil} > ${now}`))
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.status, running), lte(imports.touchedAt, before), notExists(held)))
    .orderBy(imports.touchedAt)
    .limit(atMost)
}

export function touchImport(db: Db, id: string, now: number) {
  return db.update(imports).set({ touchedAt: now }).where(eq(imports.id, id))
}

/** Deletes ended imports whose status no one requests any more. */
export function deleteEndedImports(db: Db, before: number, atMost: number) {
  const old = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.status, ['done', 'failed']), lte(imports.touchedAt, before)))
    .limit(atMost)
  return db.delete(imports).where(inArray(imports.id, old))
}

/** Marks an import as done once its upload belongs to the video: in the batch after the attachment. */
export function markImportAttached(db: Db, id: string, uploadId: string) {
  return db
    .update(imports)
    .set({ status: 'done' })
    .where(
      and(
        eq(imports.id, id),
        inArray(imports.status, running),
        sql`exists (select 1 from uploads where id = ${uploadId} and status = 'used')`,
      ),
    )
    .returning({ id: imports.id })
}

/** Returns the facts about a video that an attachment depends on. */
export function videoOfImport(db: Db, videoId: number, userId: number) {
  return db
    .select({
      id: videos.id,
      status: videos.status,
      review: videos.review,
      hold: videos.hold,
      revision: videos.revision,
      sourceKey: videos.sourceKey,
      posterKey: videos.posterKey,
      ownerIsAdmin: users.isAdmin,
    })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(and(eq(videos.id, videoId), eq(videos.userId, userId)))
}

/** Fails a video that lacks a file and has no running import for it, with the error of the last import. */
export function failIncompleteVideo(db: Db, videoId: number) {
  const runs = sql`exists (select 1 from imports where video_id = ${videoId} and status in ${running})`
  const error = sql`(select error from imports where video_id = ${videoId} and status = 'failed'
    order by touched_at desc, id limit 1)`
  return db
    .update(videos)
    .set({ status: 'failed', reason: error })
    .where(
      and(
        eq(videos.id, videoId),
        eq(videos.status, 'processing'),
        or(isNull(videos.sourceKey), isNull(videos.posterKey)),
        sql`not ${runs}`,
      ),
    )
}

/** Revives a video that failed because it lacked a file and now has both, unless its source was given up. */
export function reviveCompleteVideo(db: Db, videoId: number) {
  return db
    .update(videos)
    .set({ status: 'processing', reason: null })
    .where(
      and(
        eq(videos.id, videoId),
        eq(videos.status, 'failed'),
        sql`exists (select 1 from media_objects m where m.key = ${videos.sourceKey}
          and coalesce(m.read_due_at, 0) < ${neverDue})`,
        isNotNull(videos.posterKey),
      ),
    )
}

/**
 * Tells the owner of a video that keeps its old file why the new one failed. A rejection's reason takes
 * precedence.
 */
export function explainFailedReplacement(db: Db, videoId: number, error: string) {
  return db
    .update(videos)
    .set({ reason: error })
    .where(and(eq(videos.id, videoId), eq(videos.status, 'ready'), ne(videos.review, 'rejected')))
}
