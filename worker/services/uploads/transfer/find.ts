import type { Upload } from '#contract/schemas/uploads/upload'
import { ownUpload, partNumbers, type UploadRow } from '#db/queries/uploads/upload'
import { AppError, notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { isShownUnread } from '../inspection/inspect'

/** For the parts to be joined, and a file's index to be read. */
const shortestCompletionMs = 2000
/** The slowest rate at which a film is searched and written again, in bytes. */
const rewrittenPerMs = 20_000

/**
 * Returns how long a completion keeps the next call waiting, so that two at the same time do the work once. Later, the
 * next one goes on beside it, should it still be alive: R2 joins the parts once, and both read and write the same bytes.
 */
export function completionMs(upload: Pick<UploadRow, 'kind' | 'size'>): number {
  return shortestCompletionMs + (isShownUnread(upload) ? Math.ceil(upload.size / rewrittenPerMs) : 0)
}

export function beingFinished(): AppError {
  return new AppError('conflict', 'This upload is being finished.', {
    retryAfter: shortestCompletionMs / 1000,
  })
}

export interface Part {
  number: number
  etag: string
  sha256: string
}

/** Returns an upload. Another account's is reported like an unknown one. */
export async function findUpload(
  ctx: ServiceContext,
  userId: number,
  id: string,
): Promise<{ upload: UploadRow; parts: Part[] } | null> {
  const [[upload], parts] = await ctx.db.batch([ownUpload(ctx.db, id, userId), partNumbers(ctx.db, id)])
  return upload ? { upload, parts } : null
}

/** Throws `not_found`, or `gone` with the reason for a refused upload. */
export async function requireUpload(ctx: ServiceContext, userId: number, id: string) {
  const found = await findUpload(ctx, userId, id)
  if (!found) throw notFound('This upload')
  if (found.upload.status === 'failed') throw new AppError('gone', found.upload.error ?? lost)
  return found
}

/** Returns whether R2 refused for one of these reasons: its messages end with a code. */
export function isRefusedAs(error: unknown, codes: readonly number[]): boolean {
  const message = String(error)
  return codes.some((code) => message.includes(`(${code})`))
}

/** The multipart upload is finished, aborted or expired. */
export const noSuchUpload = [10024]

export const lost = 'This upload was lost. Please start it again.'

export function partCount(upload: Pick<UploadRow, 'size' | 'partSize'>): number {
  return Math.ceil(upload.size / upload.partSize)
}

/** Returns the size of a part, counted from 1: all are equal except the last, which has the rest. */
export function partBytes(upload: Pick<UploadRow, 'size' | 'partSize'>, number: number): number {
  return number < partCount(upload) ? upload.partSize : upload.size - (number - 1) * upload.partSize
}

export function isDone(upload: Pick<UploadRow, 'status'>): boolean {
  return upload.status === 'done' || upload.status === 'fetched' || upload.status === 'used'
}

export function viewUpload(
  upload: Pick<UploadRow, 'id' | 'kind' | 'size' | 'partSize' | 'status'>,
  parts: Pick<Part, 'number'>[],
): Upload {
  const { id, kind, size, partSize } = upload
  return {
    id,
    kind,
    size,
    partSize,
    parts: partCount(upload),
    received: parts.map((part) => part.number),
    done: isDone(upload),
  }
}
