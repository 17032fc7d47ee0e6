import { beginSlice, type ImportRow, importById, importLease, markProbing } from '#db/queries/uploads/imports'
import { AppError, isFinal } from '#worker/errors'
import { OriginRefused } from '#worker/integrations/origin/refused'
import { log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { withLease } from '../../shared/leases'
import { failImport } from './fail'
import { deleteFetched, fetchSlice } from './fetch-slice'
import { finishImport } from './finish'
import { type FetchLimits, fetchLimits, graceTime } from './limits'
import { enqueueImport } from './start'

/**
 * Does one message's work on an import: a slice, or the check of the whole file. Throws temporary failures
 * for the queue to retry, except on the last try.
 *
 * Safe to repeat: arrived parts are rows. A lease makes a second message of the same import leave at once,
 * since the first one continues.
 */
export async function runImport(
  ctx: ServiceContext,
  importId: string,
  lastTry: boolean,
  limits: FetchLimits = fetchLimits,
): Promise<void> {
  await withLease(ctx, importLease(importId), limits.onePassTime + graceTime, async () => {
    const [row] = await beginSlice(ctx.db, importId, ctx.now)
    if (row) await advance(ctx, row, limits, lastTry)
  })
}

async function advance(
  ctx: ServiceContext,
  row: ImportRow,
  limits: FetchLimits,
  lastTry: boolean,
): Promise<void> {
  try {
    if (row.status === 'probing') return await finishImport(ctx, row)
    await fetchOn(ctx, row, limits)
  } catch (error) {
    const [current] = await importById(ctx.db, row.id)
    if (!current) {
      // Cancelled meanwhile, which deleted the upload under this run.
      log('info', 'import.cancelled', { importId: row.id })
      return
    }
    const sentence = refusalOf(error, lastTry)
    if (sentence === null) throw error
    await failImport(ctx, current, sentence)
  }
}

async function fetchOn(ctx: ServiceContext, row: ImportRow, limits: FetchLimits): Promise<void> {
  if (ctx.now - row.createdAt > limits.totalTime) throw new OriginRefused('Fetching this file took too long.')
  const outcome = await fetchSlice(ctx, row, limits)
  if (outcome === 'changed') {
    if (row.restarts > 0) throw new OriginRefused('The file changed while we were fetching it.')
    await deleteFetched(ctx, row, row.restarts + 1)
  }
  if (outcome !== 'whole') return enqueueImport(ctx, row.id)
  const [probing] = await markProbing(ctx.db, row.id)
  if (probing) await finishImport(ctx, probing)
}

/** Returns the message that ends the import, or null when a retry may help. */
function refusalOf(error: unknown, lastTry: boolean): string | null {
  if (error instanceof OriginRefused) return error.temporary && !lastTry ? null : error.message
  if (isFinal(error)) return error.detail
  if (!lastTry) return null
  return error instanceof AppError ? error.detail : "Couldn't store the file. Please try again later."
}
