import { type ImportRow, unbindUpload } from '#db/queries/uploads/imports'
import { ownUpload, partNumbers, type UploadRow } from '#db/queries/uploads/upload'
import { contentRange, strongValidator } from '#worker/integrations/origin/headers'
import { openOrigin, type Slice } from '#worker/integrations/origin/open'
import { OriginRefused } from '#worker/integrations/origin/refused'
import type { ServiceContext } from '../../context'
import { abandonUpload } from '../transfer/abandon'
import { guardOptions } from './address'
import { describeFile } from './describe-file'
import type { FetchLimits } from './limits'
import { openTarget } from './open-target'
import { type StoreOutcome, storeAnswer } from './store-answer'

/** `changed`: the origin's file is no longer the one it began with. */
export type SliceOutcome = StoreOutcome | 'changed'

interface Begun {
  upload: UploadRow
  parts: number
}

/**
 * Fetches the next slice into R2. Arrived parts are rows, so an interrupted run resumes after them. An origin
 * without ranges, or without a validator that ties two of them to one file, is fetched in one pass.
 */
export async function fetchSlice(
  ctx: ServiceContext,
  row: ImportRow,
  limits: FetchLimits,
): Promise<SliceOutcome> {
  const open = (slice: Slice | null) =>
    openOrigin(row.url, slice, {
      fetch: ctx.fetch,
      guard: guardOptions(ctx.config),
      checkAddress: ctx.config.production,
      headersTimeout: limits.headersTimeout,
    })
  const begun = await findBegun(ctx, row)
  if (begun && begun.parts * begun.upload.partSize >= begun.upload.size) return 'whole'
  if (begun && row.validator !== null) return goOn(ctx, begun, row.validator, row.id, open, limits)
  // An interrupted single pass can only start over.
  if (begun) await deleteFetched(ctx, row, row.restarts)
  return begin(ctx, row, open, limits)
}

/** Starts over: the bytes fetched are of no use. */
export async function deleteFetched(ctx: ServiceContext, row: ImportRow, restarts: number): Promise<void> {
  await unbindUpload(ctx.db, row.id, restarts)
  if (row.uploadId) await abandonUpload(ctx, row.userId, row.uploadId)
}

async function findBegun(ctx: ServiceContext, { uploadId, userId }: ImportRow): Promise<Begun | null> {
  if (!uploadId) return null
  const [[upload], parts] = await ctx.db.batch([
    ownUpload(ctx.db, uploadId, userId),
    partNumbers(ctx.db, uploadId),
  ])
  return upload?.status === 'open' ? { upload, parts: parts.length } : null
}

type Open = (slice: Slice | null) => Promise<Response>

async function begin(
  ctx: ServiceContext,
  row: ImportRow,
  open: Open,
  limits: FetchLimits,
): Promise<StoreOutcome> {
  let response = await open({ from: 0, to: limits.sliceBytes - 1 })
  let file = await describeFile(response, row.kind, limits)
  if (file === 'in one pass only') {
    await response.body?.cancel()
    response = await open(null)
    file = await describeFile(response, row.kind, limits)
  }
  if (file === 'in one pass only') throw new OriginRefused('The server only sends part of the file.')
  const { size, length, validator } = file
  return storeAnswer(ctx, response, {
    importId: row.id,
    target: (head) => openTarget(ctx, row, { size, validator }, head),
    length,
    partsBefore: 0,
    resumable: validator !== null,
    limits,
  })
}

async function goOn(
  ctx: ServiceContext,
  { upload, parts }: Begun,
  validator: string,
  importId: string,
  open: Open,
  limits: FetchLimits,
): Promise<SliceOutcome> {
  const from = parts * upload.partSize
  const response = await open({ from, to: from + limits.sliceBytes - 1, ifRange: validator })
  const range = contentRange(response.headers)
  const isSame =
    response.status === 206 &&
    range?.start === from &&
    range.total === upload.size &&
    // Some hosts send a range whatever If-Range says.
    strongValidator(response.headers) === validator
  if (!isSame) {
    await response.body?.cancel()
    return 'changed'
  }
  const length = range.end + 1 - from
  return storeAnswer(ctx, response, {
    importId,
    target: async () => upload,
    length,
    partsBefore: parts,
    resumable: true,
    limits,
  })
}
