import { createHash } from 'node:crypto'
import type { FinishedUpload } from '#contract/schemas/uploads/upload'
import type { UploadKind } from '#contract/values/uploads/upload'
import { batchNamed } from '#db/batch-named'
import { insertSegmentsOfUpload } from '#db/queries/uploads/segments'
import {
  claimCompletion,
  deleteParts,
  insertObjectOfUpload,
  markUploadDone,
  markUploadFailed,
  reopenUpload,
  type UploadRow,
  videoOfSameFile,
  whereCompletedSince,
  whereUploadEnded,
} from '#db/queries/uploads/upload'
import type { ObjectKind } from '#db/schema'
import { AppError, isFinal, notFound } from '#worker/errors'
import { describeError, log } from '#worker/log'
import { StorageTimeoutError } from '#worker/storage/media-store'
import type { ServiceContext } from '../../context'
import { deleteObjects } from '../../shared/objects'
import { inspectUpload, type Purpose } from '../inspection/inspect'
import {
  beingFinished,
  completionMs,
  findUpload,
  isDone,
  isRefusedAs,
  lost,
  noSuchUpload,
  type Part,
  partCount,
  requireUpload,
} from './find'

const objectKinds = {
  video: 'source',
  image: 'poster',
  rendition: 'rendition',
  storyboard: 'storyboard',
  preview: 'preview',
  trailer: 'trailer',
  blurred: 'blurred',
  avatar: 'avatar',
} as const satisfies Record<UploadKind, ObjectKind>

/**
 * Joins the parts, checks the file, and makes it usable or removes it. Safe to repeat, with the same result;
 * after a crash the next call resumes.
 */
export async function completeUpload(
  ctx: ServiceContext,
  userId: number,
  id: string,
  purpose: Purpose = 'publish',
): Promise<FinishedUpload> {
  const { upload, parts } = await requireUpload(ctx, userId, id)
  if (isDone(upload)) return viewFinished(ctx, upload)
  checkParts(upload, parts)

  let isClaimed = false
  let finished: UploadRow | undefined
  try {
    const staleAt = ctx.now - completionMs(upload)
    const claim = claimCompletion(ctx.db, upload, partCount(upload), ctx.now, staleAt)
    isClaimed = (await claim).length > 0
    if (isClaimed) {
      await joinParts(ctx, upload, parts)
      finished = await record(ctx, upload, parts, await inspectUpload(ctx, upload, purpose))
    }
  } catch (error) {
    if (isFinal(error)) await removeRefused(ctx, upload, error.detail)
    // R2 or D1 failed, not the file: the next call may try again at once. Where D1 still fails, or the parts may still be
    // being joined, it waits a little, and takes over.
    else if (!mayBeJoining(error)) await reopenUpload(ctx.db, upload.id, ctx.now).catch(() => undefined)
    throw error
  }
  // Another call's outcome is its own: this call removes and reopens nothing for it.
  if (!isClaimed) return answerOfOther(ctx, userId, id)
  return finished ? viewFinished(ctx, finished) : answerOfOther(ctx, userId, id, upload.objectKey)
}

/** Returns whether R2 may still be joining the parts, for this call or for one that it took over from. */
function mayBeJoining(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === 'conflict' || error.cause instanceof StorageTimeoutError)
  )
}

/** Makes the file usable; returns nothing when another call did, or the upload was cancelled. */
async function record(
  ctx: ServiceContext,
  upload: UploadRow,
  parts: Part[],
  { facts, segments, obstacle }: Awaited<ReturnType<typeof inspectUpload>>,
): Promise<UploadRow | undefined> {
  const object = {
    kind: objectKinds[upload.kind],
    contentType: facts.contentType,
    bytes: facts.size,
    pendingDeletionSince: null,
    partsSha256: digestOf(upload, parts),
  }
  const { done } = await batchNamed(ctx.db, [
    insertObjectOfUpload(ctx.db, upload, object, ctx.now),
    { done: markUploadDone(ctx.db, upload.id, facts, obstacle) },
    deleteParts(ctx.db, upload.id, whereUploadEnded(upload.id)),
    ...(segments ? [insertSegmentsOfUpload(ctx.db, upload, segments)] : []),
  ])
  return done[0]
}

function checkParts(upload: UploadRow, parts: Part[]): void {
  const arrived = new Set(parts.map((part) => part.number))
  const missing = Array.from({ length: partCount(upload) }, (_, index) => index + 1).filter(
    (number) => !arrived.has(number),
  )
  if (missing.length === 0) return
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : ''
  const list = `${missing.slice(0, 10).join(', ')}${more}`
  throw new AppError(
    'conflict',
    missing.length === 1 ? `Part ${list} is missing.` : `Parts ${list} are missing.`,
  )
}

/**
 * Returns the result of another call that completed this upload; throws while it is being completed, or after
 * it was refused or cancelled.
 */
async function answerOfOther(
  ctx: ServiceContext,
  userId: number,
  id: string,
  orphan?: string,
): Promise<FinishedUpload> {
  const found = await findUpload(ctx, userId, id)
  if (found && isDone(found.upload)) return viewFinished(ctx, found.upload)
  if (found?.upload.status === 'completing' || found?.upload.status === 'open') {
    throw beingFinished()
  }
  // Cancelled while this call took too long: the object that it created has no row.
  if (orphan) await ctx.media.remove([orphan])
  if (!found) throw notFound('This upload')
  throw new AppError('gone', found.upload.error ?? lost)
}

/** R2's codes for a part that differs from its record, is too small, or isn't as long as the others. */
const otherParts = [10025, 10011, 10048]

async function joinParts(ctx: ServiceContext, upload: UploadRow, parts: Part[]): Promise<void> {
  try {
    const uploaded = parts.map(({ number, etag }) => ({ partNumber: number, etag }))
    await ctx.media.complete(upload.objectKey, upload.r2UploadId, uploaded)
  } catch (error) {
    if (isRefusedAs(error, otherParts)) {
      // R2 holds another version of a part than recorded. It doesn't say which, so all are sent again.
      await ctx.db.batch([
        deleteParts(ctx.db, upload.id, whereCompletedSince(upload.id, ctx.now)),
        reopenUpload(ctx.db, upload.id, ctx.now),
      ])
      throw new AppError('conflict', 'Some parts were damaged in transit. Please resume the upload.', {
        cause: error,
      })
    }
    if (!isRefusedAs(error, noSuchUpload)) throw error
    // R2 no longer knows the upload: an earlier call joined it and died, or R2 ended it after 7 days.
    if ((await ctx.media.size(upload.objectKey)) !== null) return
    // The call that this one took over from may be joining it right now.
    if (upload.status === 'completing') throw beingFinished()
    throw new AppError('gone', lost, { cause: error })
  }
}

/** Removes a refused file; only the message stays. The pending deletion makes cron retry a failed removal. */
async function removeRefused(ctx: ServiceContext, upload: UploadRow, reason: string): Promise<void> {
  const object = {
    kind: objectKinds[upload.kind],
    contentType: upload.contentType,
    bytes: upload.size,
    pendingDeletionSince: ctx.now,
    partsSha256: null,
  }
  const { failed } = await batchNamed(ctx.db, [
    insertObjectOfUpload(ctx.db, upload, object, ctx.now),
    { failed: markUploadFailed(ctx.db, upload.id, reason) },
    deleteParts(ctx.db, upload.id, whereUploadEnded(upload.id)),
  ])
  if (failed.length === 0) {
    // This call took so long that another took over: the file is that call's, unless it was cancelled.
    const current = await findUpload(ctx, upload.userId, upload.id)
    if (current && current.upload.status !== 'failed') return
  }
  try {
    await deleteObjects(ctx, [upload.objectKey])
  } catch (error) {
    log('warn', 'upload.refused-not-removed', { uploadId: upload.id, ...describeError(error) })
  }
}

/** Hashes the upload by the digests that every part was checked with. */
function digestOf({ size, partSize }: UploadRow, parts: readonly Part[]): string {
  const digests = parts.map(({ sha256 }) => sha256).join(' ')
  return createHash('sha256').update(`${size} ${partSize} ${digests}`).digest('hex')
}

async function viewFinished(ctx: ServiceContext, upload: UploadRow): Promise<FinishedUpload> {
  const { id, size, contentType, duration, width, height } = upload
  const [sameAs = null] = upload.kind === 'video' ? await videoOfSameFile(ctx.db, upload) : []
  return { id, size, contentType, duration, width: width ?? 0, height: height ?? 0, sameAs }
}
