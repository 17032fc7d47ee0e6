import { and, asc, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { allOf, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { mediaObjects, orphanObjects, storageScans, storageTotals, whereNotUsed } from '../../schema'

/** Returns the stored bytes by kind. */
export function totalsByKind(db: Db) {
  return db.select().from(storageTotals)
}

/** Counts objects pending deletion, up to a limit. */
export function pendingCount(db: Db, atMost: number) {
  const pending = sql`select 1 from ${mediaObjects} where pending_deletion_since is not null limit ${atMost}`
  return db
    .select({ count: sql<number>`(select count(*) from (${pending}))`.as('pending_deletion') })
    .from(sql`(select 1)`)
}

// Comparison of R2 with the table.

export function latestScan(db: Db) {
  return db.select().from(storageScans).orderBy(desc(storageScans.id)).limit(1)
}

export type ScanRow = typeof storageScans.$inferSelect

/** Holds while no scan is running. */
export function whereNoScanRuns(): Condition {
  return condition(sql`not exists (select 1 from ${storageScans} where ${storageScans.id} =
    (select max(id) from ${storageScans}) and ${storageScans.finishedAt} is null)`)
}

/** Starts a scan unless one is running. */
export function insertScan(db: Db, now: number) {
  return insertFrom(db, storageScans, { startedAt: now }, sql`where ${whereNoScanRuns()}`).returning()
}

export function scanById(db: Db, id: number) {
  return db.select().from(storageScans).where(eq(storageScans.id, id))
}

/** Deletes all scans but the latest `kept`. Orphans belong to the latest of all. */
export function deleteOldScans(db: Db, kept: number) {
  const last = sql`(select coalesce(max(id), 0) from ${storageScans})`
  return db.delete(storageScans).where(sql`${storageScans.id} <= ${last} - ${kept}`)
}

/** Returns rows in key order, after a key. */
export function objectRowsAfter(db: Db, after: string | null, atMost: number) {
  return db
    .select({
      key: mediaObjects.key,
      bytes: mediaObjects.bytes,
      createdAt: mediaObjects.createdAt,
      pendingDeletionSince: mediaObjects.pendingDeletionSince,
    })
    .from(mediaObjects)
    .where(after === null ? undefined : gt(mediaObjects.key, after))
    .orderBy(asc(mediaObjects.key))
    .limit(atMost)
}

/**
 * Uploads in progress whose object has no row yet or any more: they will insert the row or delete the object.
 */
const uploadsWithoutRow = sql`select object_key from uploads
  where status in ('open', 'completing', 'failed') and ${whereNotUsed}`

/** Returns the keys that belong to an upload in progress. */
export function keysOfUploads(db: Db, keys: string[]) {
  return db
    .select({ key: sql<string>`value`.as('key') })
    .from(sql`json_each(${JSON.stringify(keys)})`)
    .where(sql`value in (${uploadsWithoutRow})`)
}

/** Holds while the scan is still where it was when read. */
function whereScanAt(scan: ScanRow): Condition {
  const { id, cursor, finishedAt } = storageScans
  return condition(sql`exists (select 1 from ${storageScans} where ${id} = ${scan.id} and ${cursor} is ${scan.cursor}
    and ${finishedAt} is null)`)
}

interface FoundOrphan {
  key: string
  bytes: number
  uploadedAt: number
}

/**
 * Records a page's orphans; in the batch before advanceScan. They are one parameter, since D1 takes at most a
 * hundred.
 */
export function insertOrphans(db: Db, scan: ScanRow, orphans: FoundOrphan[]) {
  const rows = orphans.map(({ key, bytes, uploadedAt }) => [key, bytes, uploadedAt])
  return insertFrom(
    db,
    orphanObjects,
    { key: sql`value ->> 0`, bytes: sql`value ->> 1`, uploadedAt: sql`value ->> 2`, scanId: scan.id },
    sql`from json_each(${JSON.stringify(rows)}) where ${whereScanAt(scan)}`,
  ).onConflictDoUpdate({ target: orphanObjects.key, set: { scanId: scan.id } })
}

/**
 * Deletes orphans of earlier scans that this one didn't find; in the batch that ends it, before advanceScan.
 */
export function deleteOlderOrphans(db: Db, scan: ScanRow, onlyIf: Condition) {
  return db.delete(orphanObjects).where(and(ne(orphanObjects.scanId, scan.id), whereScanAt(scan), onlyIf))
}

interface WrongSize {
  key: string
  noted: number
  stored: number
}

/**
 * Returns rows whose size is still wrong: SQL from `from` on, with each row's `key`, `noted` and `stored`.
 */
export function wrongSizes(scan: ScanRow, sizes: WrongSize[]): SQL {
  const rows = sizes.map(({ key, noted, stored }) => [key, noted, stored])
  const of = sql`select value ->> 0 as wrong, value ->> 1 as noted, value ->> 2 as stored
    from json_each(${JSON.stringify(rows)})`
  return sql`from (${of}) join media_objects on key = wrong and bytes = noted where ${whereScanAt(scan)}`
}

/** Corrects sizes; triggers correct the sums by kind and owner. In the batch before advanceScan. */
export function correctSizes(db: Db, scan: ScanRow, sizes: WrongSize[]) {
  const stored = Object.fromEntries(sizes.map(({ key, stored }) => [key, stored]))
  return db
    .update(mediaObjects)
    .set({
      bytes: sql`(select value from json_each(${JSON.stringify(stored)}) as r2 where r2.key = "media_objects"."key")`,
    })
    .where(sql`"media_objects"."key" in (select wrong ${wrongSizes(scan, sizes)})`)
}

interface PageFound {
  objects: number
  bytes: number
  orphans: number
  orphanBytes: number
  missing: number
  driftBytes: number
}

/** Counts a page and moves on, unless another run already did, so that each page counts once. */
export function advanceScan(
  db: Db,
  scan: ScanRow,
  found: PageFound,
  next: Partial<Pick<ScanRow, 'cursor' | 'finishedAt' | 'missingKeys'>>,
) {
  const { objects, bytes, orphans, orphanBytes, missing, driftBytes } = storageScans
  return db
    .update(storageScans)
    .set({
      objects: sql`${objects} + ${found.objects}`,
      bytes: sql`${bytes} + ${found.bytes}`,
      orphans: sql`${orphans} + ${found.orphans}`,
      orphanBytes: sql`${orphanBytes} + ${found.orphanBytes}`,
      missing: sql`${missing} + ${found.missing}`,
      driftBytes: sql`${driftBytes} + ${found.driftBytes}`,
      ...next,
    })
    .where(and(eq(storageScans.id, scan.id), whereScanAt(scan)))
    .returning({ id: storageScans.id })
}

// Orphans.

/** Returns orphans in key order. */
export function orphansPage(db: Db, atMost: number, after?: string) {
  return db
    .select({ key: orphanObjects.key, bytes: orphanObjects.bytes, uploadedAt: orphanObjects.uploadedAt })
    .from(orphanObjects)
    .where(after === undefined ? undefined : gt(orphanObjects.key, after))
    .orderBy(asc(orphanObjects.key))
    .limit(atMost)
}

/** Holds for an orphan that is old enough and still belongs to no row or upload. */
function whereCleanable(before: number): Condition {
  return allOf(
    lte(orphanObjects.uploadedAt, before),
    sql`not exists (select 1 from ${mediaObjects} where ${mediaObjects.key} = ${orphanObjects.key})`,
    sql`${orphanObjects.key} not in (${uploadsWithoutRow})`,
  )
}

export function orphansToClean(db: Db, before: number, atMost: number) {
  return db
    .select({ key: orphanObjects.key, bytes: orphanObjects.bytes })
    .from(orphanObjects)
    .where(whereCleanable(before))
    .orderBy(asc(orphanObjects.key))
    .limit(atMost)
}

function whereKeyAmong(keys: string[]): Condition {
  return condition(sql`${orphanObjects.key} in (select value from json_each(${JSON.stringify(keys)}))`)
}

/**
 * Returns, in SQL, whether any of these orphans can be cleaned up, and the sums of those that can, as JSON.
 */
export function cleanable(keys: string[], before: number): { some: Condition; sums: SQL } {
  const from = sql`from ${orphanObjects} where ${whereKeyAmong(keys)} and ${whereCleanable(before)}`
  return {
    some: condition(sql`exists (select 1 ${from})`),
    sums: sql`(select json_object('objects', count(*), 'bytes', coalesce(sum(${orphanObjects.bytes}), 0)) ${from})`,
  }
}

/**
 * Inserts the missing rows of orphans as objects pending deletion, so that a prune deletes them. Their kind
 * is unknown; the administrator who cleans up counts as their owner until they are gone.
 */
export function markOrphansForDeletion(
  db: Db,
  keys: string[],
  before: number,
  by: { userId: number; now: number },
) {
  return insertFrom(
    db,
    mediaObjects,
    {
      key: orphanObjects.key,
      kind: 'source',
      contentType: 'application/octet-stream',
      bytes: orphanObjects.bytes,
      ownerId: by.userId,
      createdAt: by.now,
      pendingDeletionSince: by.now,
    },
    sql`from ${orphanObjects} where ${whereKeyAmong(keys)} and ${whereCleanable(before)}`,
  ).returning({ key: mediaObjects.key })
}

/** Removes orphans that have a row by now from the list; in the batch after markOrphansForDeletion. */
export function deleteOrphans(db: Db, keys: string[]) {
  const withRow = sql`exists (select 1 from ${mediaObjects} where ${mediaObjects.key} = ${orphanObjects.key})`
  return db.delete(orphanObjects).where(and(whereKeyAmong(keys), withRow))
}
