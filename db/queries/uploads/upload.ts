import { and, asc, eq, exists, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import type { StoredPictures, UploadKind } from '#contract/values/uploads/upload'
import type { Db } from '../../client'
import { allOf, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import {
  mediaObjects,
  ownerStorage,
  uploadParts,
  uploadStatuses,
  uploads,
  videoFiles,
  videos,
  whereNotUsed,
  whereReserving,
  whereUploadOpen,
} from '../../schema'
import { type IdSlice, idsOf } from '../shared/id-slices'
import { indexedBy } from '../shared/index-hints'
import { whereKeptByCase } from '../shared/kept-by-case'

export type UploadRow = typeof uploads.$inferSelect
export type NewUpload = Pick<
  UploadRow,
  | 'id'
  | 'userId'
  | 'kind'
  | 'objectKey'
  | 'r2UploadId'
  | 'size'
  | 'contentType'
  | 'fileName'
  | 'fingerprint'
  | 'partSize'
> &
  Partial<Pick<UploadRow, 'openedBy' | 'pictures'>>

const whereOpen = (id: string): Condition => allOf(eq(uploads.id, id), whereUploadOpen)
/** Holds for an account's own uploads, and for uploads that it sends for another account. */
const whereOwn = (id: string, userId: number): Condition =>
  allOf(eq(uploads.id, id), or(eq(uploads.userId, userId), eq(uploads.openedBy, userId)))

export function ownUpload(db: Db, id: string, userId: number) {
  return db.select().from(uploads).where(whereOwn(id, userId))
}

export function openUploadByFingerprint(db: Db, userId: number, fingerprint: string) {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), eq(uploads.fingerprint, fingerprint), whereUploadOpen))
}

/** Returns an account's stored and reserved bytes, and its number of open uploads of a kind. */
export function uploadLoad(db: Db, userId: number, kind: UploadKind) {
  return db
    .select({ bytes: storedBytes(userId).as('bytes'), open: openCount(userId, kind).as('open') })
    .from(sql`(select 1)`)
}

const underWay = indexedBy(uploads, 'uploads_reserving')

/** Returns, in SQL, an account's stored and reserved bytes, which the quota limits. */
export function storedBytes(userId: number) {
  return sql<number>`coalesce((select ${ownerStorage.bytes} from ${ownerStorage} where ${ownerStorage.userId} = ${userId}), 0)
    + coalesce((select sum(${uploads.size}) from ${underWay} where ${uploads.userId} = ${userId}
        and ${whereReserving}), 0)`
}

/** Counts the uploads that the account sends itself, without those that an import sends for it. */
function openCount(userId: number, kind: UploadKind) {
  return sql<number>`(select count(*) from ${underWay} where ${uploads.userId} = ${userId}
    and ${whereReserving} and ${whereUploadOpen} and ${uploads.kind} = ${kind} and ${uploads.openedBy} is null)`
}

/**
 * Inserts an upload while quota and count allow it at that moment: of two simultaneous requests, only one
 * gets the last place. Also returns no row if the same file is open already.
 */
export function insertUpload(
  db: Db,
  row: NewUpload,
  limits: { quotaBytes: number; maxOpen: number },
  now: number,
) {
  return insertFrom(
    db,
    uploads,
    { ...row, createdAt: now, touchedAt: now },
    sql`where ${storedBytes(row.userId)} + ${row.size} <= ${limits.quotaBytes}
      and ${openCount(row.userId, row.kind)} < ${limits.maxOpen}`,
  )
    .onConflictDoNothing()
    .returning({ id: uploads.id })
}

/**
 * Inserts an upload for another account, however much that account has stored. Returns no row if the same
 * file is open already.
 */
export function insertUploadFor(db: Db, row: NewUpload, now: number, onlyIf: Condition) {
  return insertFrom(db, uploads, { ...row, createdAt: now, touchedAt: now }, sql`where ${onlyIf}`)
    .onConflictDoNothing()
    .returning({ id: uploads.id })
}

export function partNumbers(db: Db, uploadId: string) {
  return db
    .select({ number: uploadParts.number, etag: uploadParts.etag, sha256: uploadParts.sha256 })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.number))
}

/** Records a part and the time while the upload is open; otherwise returns no row. */
export function insertPart(db: Db, part: { uploadId: string; number: number; etag: string; sha256: string }) {
  return insertFrom(db, uploadParts, part, sql`from ${uploads} where ${whereOpen(part.uploadId)}`)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.number],
      set: { etag: sql`excluded.etag`, sha256: sql`excluded.sha256` },
    })
    .returning({ number: uploadParts.number })
}

export function touchUpload(db: Db, id: string, now: number) {
  return db.update(uploads).set({ touchedAt: now }).where(whereOpen(id))
}

/** Deletes a part's row before the part is overwritten; deletes nothing unless the upload is open. */
export function deletePart(db: Db, uploadId: string, number: number) {
  const open = db.select({ id: uploads.id }).from(uploads).where(whereOpen(uploadId))
  return db
    .delete(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), eq(uploadParts.number, number), exists(open)))
}

export function deleteParts(db: Db, uploadId: string, onlyIf: Condition) {
  return db.delete(uploadParts).where(and(eq(uploadParts.uploadId, uploadId), onlyIf))
}

/**
 * Holds once an upload's parts are of no more use, no matter who ended it: another call may have reopened it.
 */
export function whereUploadEnded(id: string): Condition {
  return condition(sql`exists (select 1 from uploads ended where ended.id = ${id} and not ${whereReserving})`)
}

/** Holds while the completion claimed at this time still has the upload. */
export function whereCompletedSince(id: string, claimedAt: number): Condition {
  return condition(sql`exists (select 1 from uploads claimed where claimed.id = ${id}
    and claimed.status = 'completing' and claimed.touched_at = ${claimedAt})`)
}

/**
 * Takes the upload for completion when every part is there. A completion last touched by `staleAt` may be
 * taken over: its holder has died, or does the same work in parallel.
 */
export function claimCompletion(db: Db, upload: UploadRow, parts: number, now: number, staleAt: number) {
  return db
    .update(uploads)
    .set({ status: 'completing', touchedAt: now })
    .where(
      and(
        eq(uploads.id, upload.id),
        or(
          eq(uploads.status, 'open'),
          and(eq(uploads.status, 'completing'), lte(uploads.touchedAt, staleAt)),
        ),
        sql`(select count(*) from ${uploadParts} where ${uploadParts.uploadId} = ${upload.id}) = ${parts}`,
      ),
    )
    .returning({ id: uploads.id })
}

/**
 * Reopens an upload whose completion failed, unless another call took it over or the same file was started
 * again in the meantime: only one of them is open at a time, and this one is pruned.
 */
export function reopenUpload(db: Db, id: string, claimedAt: number) {
  const begunAnew = sql`exists (select 1 from uploads anew where anew.status = 'open'
    and anew.user_id = ${uploads.userId} and anew.fingerprint = ${uploads.fingerprint})`
  return db
    .update(uploads)
    .set({ status: 'open' })
    .where(
      and(
        eq(uploads.id, id),
        eq(uploads.status, 'completing'),
        eq(uploads.touchedAt, claimedAt),
        not(begunAnew),
      ),
    )
}

export interface FinishedFacts {
  size: number
  contentType: string
  duration: number | null
  width: number
  height: number
  pictures?: StoredPictures
}

export function markUploadDone(db: Db, id: string, facts: FinishedFacts, obstacle: string | null) {
  return db
    .update(uploads)
    .set({ ...facts, status: obstacle === null ? 'done' : 'fetched', error: obstacle })
    .where(and(eq(uploads.id, id), eq(uploads.status, 'completing')))
    .returning()
}

/**
 * Marks an upload as failed, and keeps the error for the uploader until the row is pruned. Returns no row
 * unless the upload is being completed.
 */
export function markUploadFailed(db: Db, id: string, error: string) {
  return db
    .update(uploads)
    .set({ status: 'failed', error })
    .where(and(eq(uploads.id, id), eq(uploads.status, 'completing')))
    .returning({ id: uploads.id })
}

/**
 * Inserts the row of a finished upload's object while the upload is being completed: in the batch before
 * markUploadDone.
 */
export function insertObjectOfUpload(
  db: Db,
  upload: UploadRow,
  object: Pick<
    typeof mediaObjects.$inferSelect,
    'kind' | 'contentType' | 'bytes' | 'pendingDeletionSince' | 'partsSha256'
  >,
  now: number,
) {
  const completing = and(eq(uploads.id, upload.id), eq(uploads.status, 'completing'))
  const row = { ...object, key: uploads.objectKey, ownerId: uploads.userId, createdAt: now }
  return insertFrom(db, mediaObjects, row, sql`from ${uploads} where ${completing}`).onConflictDoNothing()
}

/** Returns the owner's first video whose file was sent in the same parts as this object. */
export function videoOfSameFile(db: Db, { userId, objectKey }: Pick<UploadRow, 'userId' | 'objectKey'>) {
  const sent = db
    .select({ sha256: mediaObjects.partsSha256 })
    .from(mediaObjects)
    .where(eq(mediaObjects.key, objectKey))
  return db
    .select({ id: videos.id, title: videos.title })
    .from(mediaObjects)
    .innerJoin(videoFiles, and(eq(videoFiles.objectKey, mediaObjects.key), eq(videoFiles.place, 'source')))
    .innerJoin(videos, eq(videos.id, videoFiles.videoId))
    .where(
      and(
        eq(mediaObjects.ownerId, userId),
        eq(mediaObjects.partsSha256, sent),
        ne(mediaObjects.key, objectKey),
        isNull(mediaObjects.pendingDeletionSince),
        isNull(videos.hold),
      ),
    )
    .orderBy(asc(videos.id))
    .limit(1)
}

/** Holds while a finished upload of this user belongs to no video; guards everything that uses it. */
export function whereUploadFree(id: string, userId: number, kind: UploadKind): Condition {
  return condition(sql`exists (select 1 from ${uploads} where ${uploads.id} = ${id} and ${uploads.userId} = ${userId}
    and ${uploads.kind} = ${kind} and ${uploads.status} = 'done')`)
}

/** Cancels an upload that is open, or was abandoned during completion. */
export function cancelUpload(db: Db, id: string, userId: number, staleAt: number, error: string) {
  return db
    .update(uploads)
    .set({ status: 'failed', error })
    .where(
      and(
        whereOwn(id, userId),
        or(
          eq(uploads.status, 'open'),
          and(eq(uploads.status, 'completing'), lte(uploads.touchedAt, staleAt)),
        ),
      ),
    )
    .returning()
}

/** Fails all uploads untouched since `before`. */
export function failUntouchedUploads(db: Db, before: number, error: string) {
  return db
    .update(uploads)
    .set({ status: 'failed', error })
    .where(and(whereReserving, whereNotUsed, lte(uploads.touchedAt, before)))
}

/** Statuses of uploads that are finished and not part of a video. */
const unused = ['done', 'fetched'] as const

/**
 * Marks the object of a finished, unused upload as pending deletion: in the batch before deleteUnusedUpload.
 */
export function markUnusedForDeletion(db: Db, upload: UploadRow, now: number) {
  return db
    .update(mediaObjects)
    .set({ pendingDeletionSince: now })
    .where(
      and(
        eq(mediaObjects.key, upload.objectKey),
        exists(
          db
            .select({ id: uploads.id })
            .from(uploads)
            .where(and(eq(uploads.id, upload.id), inArray(uploads.status, unused))),
        ),
      ),
    )
}

export function deleteUnusedUpload(db: Db, upload: UploadRow) {
  return db
    .delete(uploads)
    .where(and(eq(uploads.id, upload.id), inArray(uploads.status, unused)))
    .returning({ id: uploads.id })
}

export function deleteUpload(db: Db, id: string) {
  return db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.status, 'failed')))
}

/** Returns an upload untouched since `before`, in any state but `used`. */
export function anyUntouched(db: Db, before: number) {
  return db
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        whereNotUsed,
        // Each state is a range of the index.
        inArray(
          uploads.status,
          uploadStatuses.filter((status) => status !== 'used'),
        ),
        lte(uploads.touchedAt, before),
      ),
    )
    .limit(1)
}

/** Returns uploads in a state untouched since `before`, oldest first. */
export function uploadsUntouched(db: Db, status: UploadRow['status'], before: number, atMost: number) {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.status, status), whereNotUsed, lte(uploads.touchedAt, before)))
    .orderBy(asc(uploads.touchedAt))
    .limit(atMost)
}

/**
 * Deletes old uploads used by the videos of a slice. Keeps those of the source files, which are evidence of
 * the upload, and all those of a video that a case keeps.
 */
export function deleteOldUploads(db: Db, slice: IdSlice, before: number, atMost: number) {
  const old = sql`select u.id from ${videos} v cross join uploads u indexed by uploads_video on u.video_id = v.id
    where v.id in ${idsOf(slice, videos.id)} and u.status = 'used' and u.kind <> 'video' and u.touched_at < ${before}
      and not ${whereKeptByCase(sql`v.id`)}
    limit ${atMost}`
  return db.delete(uploads).where(sql`${uploads.id} in (${old})`)
}
