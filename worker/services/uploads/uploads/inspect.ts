import type { UploadRow } from '../../../../db/queries/uploads/uploads'
import { AppError } from '../../../errors'
import type { ReadAt } from '../../../formats/read-at'
import { contentTypes, sniffLength, sniffMedia } from '../../../formats/sniff'
import type { ServiceContext } from '../../context'
import { settingsRow } from '../../shared/settings'
import { inspectImage } from './inspect-image'
import { inspectPreview, inspectRendition } from './inspect-made'
import { type Inspected, inspectVideo } from './inspect-video'

/** `edit`: for the editor in its owner's browser, which repairs the file and uploads what it made of it. */
export type Purpose = 'publish' | 'edit'

/** What a joined upload really is. Throws an AppError with a sentence when it is of no use. */
export async function inspectUpload(
  ctx: ServiceContext,
  upload: UploadRow,
  purpose: Purpose,
): Promise<Inspected> {
  const { kind, size, contentType } = upload
  const read = ctx.media.reader(upload.objectKey)
  if (purpose === 'edit') return inspectForEditor(read, size)
  if (kind === 'video') return inspectVideo(read, size, contentType, await settingsRow(ctx))
  if (kind === 'rendition') return inspectRendition(read, size, contentType)
  if (kind === 'preview') return inspectPreview(read, size, contentType)
  return storeStripped(ctx, upload, await read(0, size))
}

/**
 * Objects never change once a row names them. None names this one yet, so the picture without its metadata may take the
 * key. A call that goes on after a crash finds it there already, and strips it to the same bytes.
 */
async function storeStripped(ctx: ServiceContext, upload: UploadRow, bytes: Uint8Array): Promise<Inspected> {
  const { stripped, facts } = inspectImage(bytes, upload.contentType)
  await ctx.media.put(upload.objectKey, stripped.bytes, facts.contentType)
  return { facts, segments: null }
}

/** Only what it is: whatever else keeps a file from being published is what the editor is there for. */
async function inspectForEditor(read: ReadAt, size: number): Promise<Inspected> {
  const kind = sniffMedia(await read(0, Math.min(sniffLength, size)))
  if (!kind) throw new AppError('unsupported_media', "This file isn't a video.")
  const facts = { size, contentType: contentTypes[kind], duration: null, width: 0, height: 0 }
  return { facts, segments: null }
}
