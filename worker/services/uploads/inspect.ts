import type { FinishedFacts, UploadRow } from '../../../db/queries/uploads'
import { AppError } from '../../errors'
import { contentTypes, sniffLength, sniffMedia } from '../../media/sniff'
import type { ServiceContext } from '../context'
import { settingsRow } from '../settings'
import { inspectImage } from './inspect-image'
import { inspectVideo } from './inspect-video'

/** `edit`: for the editor in its owner's browser, which repairs the file and uploads what it made of it. */
export type Purpose = 'publish' | 'edit'

/** What a joined upload really is. Throws an AppError with a sentence when it is of no use. */
export async function inspectUpload(
  ctx: ServiceContext,
  upload: UploadRow,
  purpose: Purpose,
): Promise<FinishedFacts> {
  if (purpose === 'edit') return inspectForEditor(ctx, upload)
  const read = ctx.media.reader(upload.objectKey)
  if (upload.kind === 'video') {
    return inspectVideo(read, upload.size, upload.contentType, await settingsRow(ctx))
  }
  // Objects never change once a row names them. None names this one yet, so the picture without its metadata may take
  // the key. A call that goes on after a crash finds it there already, and strips it to the same bytes.
  const { stripped, facts } = inspectImage(await read(0, upload.size), upload.contentType)
  await ctx.media.put(upload.objectKey, stripped.bytes, facts.contentType)
  return facts
}

/** Only what it is: whatever else keeps a file from being published is what the editor is there for. */
async function inspectForEditor(ctx: ServiceContext, { objectKey, size }: UploadRow): Promise<FinishedFacts> {
  const kind = sniffMedia(await ctx.media.reader(objectKey)(0, Math.min(sniffLength, size)))
  if (!kind) throw new AppError('unsupported_media', "This file isn't a video.")
  return { size, contentType: contentTypes[kind], duration: null, width: 0, height: 0 }
}
