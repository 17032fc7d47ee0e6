import type { UploadRow } from '#db/queries/uploads/upload'
import { AppError, isFinal } from '#worker/errors'
import { contentTypes, sniffLength, sniffMedia } from '#worker/formats/probe/sniff'
import { readIndex } from '#worker/formats/tracks/mp4-tracks'
import { hasMessages, mp4Samples } from '#worker/formats/tracks/without-messages'
import { largeChunks } from '#worker/storage/chunks'
import type { ServiceContext } from '../../context'
import { rewriteStripped } from '../../shared/objects'
import { settingsRow } from '../../shared/settings'
import { inspectClip, inspectRendition } from './derived'
import { inspectImage } from './image'
import { orDamaged, withoutAdvice } from './refusals'
import { type Inspected, inspectVideo } from './video'

/** `edit`: also for its owner's browser, which can repair a file that can't be published as it is. */
export type Purpose = 'publish' | 'edit'

interface InspectedUpload extends Inspected {
  /** Why it can't be published as it is; null when it can. */
  obstacle: string | null
}

/**
 * Inspects a joined upload, and strips it of everything that players don't need; a video's source is stripped
 * by the job that reads it. Throws an AppError with a message when it is unusable.
 */
export async function inspectUpload(
  ctx: ServiceContext,
  upload: UploadRow,
  purpose: Purpose,
): Promise<InspectedUpload> {
  const found = purpose === 'edit' ? await inspectForEditor(ctx, upload) : await inspectBytes(ctx, upload)
  if (isShownUnread(upload)) await strip(ctx, upload, found)
  return { obstacle: null, ...found }
}

/** Returns whether a film is shown before the job reads it. */
export function isShownUnread({ kind }: Pick<UploadRow, 'kind'>): boolean {
  return kind === 'rendition' || kind === 'preview' || kind === 'trailer'
}

/** Strips a film that is shown before the job reads it, so that its object never changes afterwards. */
async function strip(ctx: ServiceContext, upload: UploadRow, { facts, patches }: Inspected): Promise<void> {
  const { objectKey: key, size } = upload
  await orDamaged(ctx.media.reader(key), async (read) => {
    const samples = mp4Samples(await readIndex(read, size), size)
    const object = await ctx.media.read(key, 0, size)
    if (!object) throw new Error(`No object ${key}`)
    const areFound = await hasMessages(samples, largeChunks(object.body))
    // A search ends at the first hit, so that the rewrite may be what finds damage.
    const unneeded = { patches, samples: areFound ? samples : null }
    await rewriteStripped(ctx, { key, size, contentType: facts.contentType }, unneeded)
  })
}

async function inspectBytes(ctx: ServiceContext, upload: UploadRow): Promise<Inspected> {
  const { kind, size, contentType } = upload
  const read = ctx.media.reader(upload.objectKey)
  if (kind === 'video') return inspectVideo(read, size, contentType, await settingsRow(ctx))
  if (kind === 'rendition') return inspectRendition(read, size, contentType)
  if (kind === 'preview' || kind === 'trailer') return inspectClip(kind, read, size, contentType)
  return storeStripped(ctx, upload, await read(0, size))
}

/**
 * Stores a picture, or several of one poster, without metadata under the same key. Objects never change once a row names them, but
 * none names this one yet. A call that resumes after a crash finds it stripped, and strips it to the same
 * bytes.
 */
async function storeStripped(ctx: ServiceContext, upload: UploadRow, bytes: Uint8Array): Promise<Inspected> {
  const { bytes: stripped, facts } = inspectImage(bytes, upload.contentType, upload.pictures)
  await ctx.media.put(upload.objectKey, stripped, facts.contentType)
  return { facts, segments: null, patches: [] }
}

/** Refuses only files that aren't videos: the editor fixes any other obstacle to publishing. */
async function inspectForEditor(ctx: ServiceContext, upload: UploadRow): Promise<InspectedUpload> {
  const { objectKey, size } = upload
  const kind = sniffMedia(await ctx.media.reader(objectKey)(0, Math.min(sniffLength, size)))
  if (!kind) throw new AppError('unsupported_media', "This file isn't a video.")
  try {
    return { ...(await inspectBytes(ctx, upload)), obstacle: null }
  } catch (error) {
    if (!isFinal(error)) throw error
    const facts = { size, contentType: contentTypes[kind], duration: null, width: 0, height: 0 }
    return { facts, segments: null, patches: [], obstacle: withoutAdvice(error.detail) }
  }
}
