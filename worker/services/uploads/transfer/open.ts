import type { OpenUpload, OpenUploadFor, Upload } from '#contract/schemas/uploads/upload'
import { partSize } from '#contract/values/shared/limits'
import { whereOwnOrBelow } from '#db/queries/shared/account-standing'
import {
  insertUpload,
  insertUploadFor,
  openUploadByFingerprint,
  partNumbers,
  type UploadRow,
  uploadLoad,
} from '#db/queries/uploads/upload'
import { AppError } from '#worker/errors'
import { fileRefusal, openLimit, type Refusal, roomRefusal } from '#worker/policy/quota'
import { objectKey, randomId } from '#worker/storage/keys'
import { requireOwner } from '../../accounts/entry'
import type { ServiceContext, UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { settingsRow } from '../../shared/settings'
import { type Allowance, allowanceOf } from '../uploaders/allowance'
import { viewUpload } from './find'

/** Opens an upload, or returns the open one of the same file with its arrived parts. */
export async function openUpload(
  ctx: UserContext,
  input: OpenUpload,
): Promise<{ upload: Upload; created: boolean }> {
  const allowance = await allowanceOf(ctx, ctx.actor.id)
  refuse(fileRefusal(input, allowance))
  const found = await findOpen(ctx, ctx.actor.id, input)
  if (found) return { upload: found, created: false }
  // Each kind has its own window: a video comes with a poster and derived files.
  const action = input.kind === 'rendition' ? 'renditionOpen' : 'uploadOpen'
  await enforceLimit(ctx, action, `${ctx.actor.id}:${input.kind}`)
  return reserveUpload(ctx, ctx.actor.id, input, allowance)
}

/** Opens an upload for work without a caller, such as an import. Rate limits are left to that code. */
export async function reserveUpload(
  ctx: ServiceContext,
  userId: number,
  input: OpenUpload,
  allowance: Allowance,
): Promise<{ upload: Upload; created: boolean }> {
  refuse(fileRefusal(input, allowance))
  const hasRoom = async () => {
    const [load] = await uploadLoad(ctx.db, userId, input.kind)
    refuse(roomRefusal(input, load ?? { bytes: 0, open: 0 }, allowance))
  }
  await hasRoom()

  const key = objectKey(randomId())
  // R2 first, since the row includes its upload ID. R2 ends one left without a row by a crash after 7 days.
  const r2UploadId = await ctx.media.open(key, input.contentType)
  const row = { ...input, ...asStored(input), id: randomId(), userId, objectKey: key, r2UploadId, partSize }
  const limits = { quotaBytes: allowance.quotaBytes, maxOpen: openLimit(input.kind, allowance) }
  const [inserted] = await insertUpload(ctx.db, row, limits, ctx.now)
  if (inserted) return { upload: viewUpload({ ...row, status: 'open' }, []), created: true }

  await ctx.media.abort(key, r2UploadId)
  const found = await findOpen(ctx, userId, input)
  if (found) return { upload: found, created: false }
  // Another request took the last of the quota between the check and the insert.
  await hasRoom()
  throw new AppError('unavailable', 'Please try again in a moment.', { retryAfter: 1 })
}

/**
 * Opens an upload that an administrator sends and publishes for another account. An imported library is large
 * and comes at once: its files are checked, but no limit and no quota counts them.
 */
export async function openUploadFor(
  ctx: UserContext,
  { owner, ...input }: OpenUploadFor,
): Promise<{ upload: Upload; created: boolean }> {
  refuse(fileRefusal(input, await settingsRow(ctx)))
  const { id: userId } = await requireOwner(ctx, owner)
  const found = await findOpen(ctx, userId, input)
  if (found) return { upload: found, created: false }
  const key = objectKey(randomId())
  const r2UploadId = await ctx.media.open(key, input.contentType)
  const ids = { id: randomId(), userId, openedBy: ctx.actor.id }
  const row = { ...input, ...asStored(input), ...ids, objectKey: key, r2UploadId, partSize }
  const onlyIf = whereOwnOrBelow(ctx.actor, userId, ctx.now)
  const [inserted] = await insertUploadFor(ctx.db, row, ctx.now, onlyIf)
  if (inserted) return { upload: viewUpload({ ...row, status: 'open' }, []), created: true }
  await ctx.media.abort(key, r2UploadId)
  // The account is leaving, a role has changed, or another request opened it.
  throw new AppError('unavailable', 'Please try again in a moment.', { retryAfter: 1 })
}

/** Returns an upload's announcement of its pictures for the row; their bytes are read when it is complete. */
function asStored({ pictures }: OpenUpload) {
  return { pictures: pictures ? { ...pictures, bytes: [] } : null }
}

async function findOpen(ctx: ServiceContext, userId: number, input: OpenUpload): Promise<Upload | null> {
  const [upload] = await openUploadByFingerprint(ctx.db, userId, input.fingerprint)
  if (!upload) return null
  if (!isSameFile(upload, input)) {
    throw new AppError('conflict', 'Another file is being uploaded under this fingerprint.')
  }
  return viewUpload(upload, await partNumbers(ctx.db, upload.id))
}

function isSameFile(upload: UploadRow, input: OpenUpload): boolean {
  return upload.kind === input.kind && upload.size === input.size && upload.contentType === input.contentType
}

function refuse(refusal: Refusal | null): void {
  if (refusal) throw new AppError(refusal.code, refusal.detail)
}
