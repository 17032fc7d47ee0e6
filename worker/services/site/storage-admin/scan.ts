import { sql } from 'drizzle-orm'
import type { StorageScan } from '#contract/schemas/site/storage'
import { batchNamed } from '#db/batch-named'
import { always, never } from '#db/conditions'
import {
  advanceScan,
  correctSizes,
  deleteOlderOrphans,
  insertOrphans,
  insertScan,
  keysOfUploads,
  latestScan,
  objectRowsAfter,
  type ScanRow,
  scanById,
  whereNoScanRuns,
  wrongSizes,
} from '#db/queries/site/storage'
import type { StoredObject } from '#worker/storage/media-store'
import type { ServiceContext, UserContext } from '../../context'
import { audit, auditEach } from '../../shared/audit'
import { nudge } from '../../shared/send'
import { comparePages } from './compare'
import { scanView } from './view'

/** Keys per message, and per page of either side: about a second. */
const pageSize = 500
/** Keys of missing objects kept with a scan: enough to diagnose, since the count tells the extent. */
const missingKeysAtMost = 100

/** Starts to compare R2 with the table. Returns the running scan when there is one. */
export async function startScan(ctx: UserContext): Promise<StorageScan> {
  const entry = { action: 'storage.scan', subject: 'storage', subjectId: 'media' }
  const { latest } = await batchNamed(ctx.db, [
    // The record comes first: its condition is false once the scan is there.
    audit(ctx, entry, whereNoScanRuns()),
    insertScan(ctx.db, ctx.now),
    { latest: latestScan(ctx.db) },
  ])
  const [scan] = latest
  if (!scan) throw new Error('No scan was begun')
  await enqueue(ctx, scan.id)
  return scanView(scan)
}

/** Resumes a scan whose message was lost or whose run died. */
export async function resumeScan(ctx: ServiceContext): Promise<void> {
  const [scan] = await latestScan(ctx.db)
  if (scan && scan.finishedAt === null) await enqueue(ctx, scan.id)
}

async function enqueue(ctx: ServiceContext, scanId: number): Promise<void> {
  await nudge(ctx.jobs, { job: 'storage-scan', scanId })
}

/**
 * Compares one page and queues the next. Stops when another message has counted the page already, so that a
 * duplicate doesn't fork the scan.
 */
export async function scanPage(ctx: ServiceContext, scanId: number, size = pageSize): Promise<void> {
  const [scan] = await scanById(ctx.db, scanId)
  if (!scan || scan.finishedAt !== null) return
  const listed = await ctx.media.list(scan.cursor, size)
  const noted = await objectRowsAfter(ctx.db, scan.cursor, size)
  const { objects, orphans, missing, resized, upTo } = comparePages(listed, noted, size, ctx.now)
  const found = await confirmOrphans(ctx, scan, orphans, size)
  const sum = {
    objects: objects.length,
    bytes: bytesOf(objects),
    orphans: found.length,
    orphanBytes: bytesOf(found),
    missing: missing.length,
    driftBytes:
      bytesOf(missing) + resized.reduce((sum, { noted, stored }) => sum + noted - stored, 0) - bytesOf(found),
  }
  const missingKeys = [...scan.missingKeys, ...missing.map(({ key }) => key)].slice(0, missingKeysAtMost)
  const isLast = upTo === null
  const { advanced } = await batchNamed(ctx.db, [
    // The records come first: their condition is false once the sizes are right.
    auditEach(ctx, sizeCorrected, wrongSizes(scan, resized)),
    correctSizes(ctx.db, scan, resized),
    insertOrphans(ctx.db, scan, found),
    deleteOlderOrphans(ctx.db, scan, isLast ? always : never),
    {
      advanced: advanceScan(ctx.db, scan, sum, {
        missingKeys,
        ...(isLast ? { finishedAt: ctx.now } : { cursor: upTo }),
      }),
    },
  ])
  if (advanced.length > 0 && !isLast) await enqueue(ctx, scanId)
}

/**
 * Drops candidates of a running upload, and objects deleted during the comparison: their rows go last, so R2
 * no longer has them.
 */
async function confirmOrphans(
  ctx: ServiceContext,
  scan: ScanRow,
  candidates: StoredObject[],
  size: number,
): Promise<StoredObject[]> {
  if (candidates.length === 0) return []
  const uploads = await keysOfUploads(
    ctx.db,
    candidates.map(({ key }) => key),
  )
  const coming = new Set(uploads.map(({ key }) => key))
  // Twice the page size, since objects added meanwhile push the last ones out of it.
  const again = await ctx.media.list(scan.cursor, 2 * size)
  const there = new Set(again.map(({ key }) => key))
  return candidates.filter(({ key }) => !coming.has(key) && there.has(key))
}

/** One record per object, since its bytes aren't the ones stored originally. */
const sizeCorrected = {
  action: 'object.size',
  subject: 'object',
  subjectId: sql`media_objects.key`,
  details: sql`json_object('before', json_object('bytes', noted), 'after', json_object('bytes', stored))`,
}

function bytesOf(objects: { bytes: number }[]): number {
  return objects.reduce((sum, { bytes }) => sum + bytes, 0)
}
