import { type FileHashes, keptObject } from '#db/queries/moderation/screening'
import { hashFile } from '#worker/formats/hash-file'
import { BoxError } from '#worker/formats/mp4/boxes'
import type { Patch } from '#worker/formats/patches'
import { contentTypes } from '#worker/formats/probe/sniff'
import { ScatteredError } from '#worker/formats/read-at'
import { stripFile } from '#worker/formats/strip-file'
import { readIndex } from '#worker/formats/tracks/mp4-tracks'
import { mp4Samples, type SampleReader, webmSamples } from '#worker/formats/tracks/without-messages'
import { EbmlError } from '#worker/formats/webm/ebml'
import { log } from '#worker/log'
import { largeChunks } from '#worker/storage/chunks'
import type { ServiceContext } from '../../context'
import { rewriteStripped } from '../../shared/objects'

/** A queue consumer is killed after 15 minutes. */
export const longestHashMs = 15 * 60_000

export interface StoredFile {
  key: string
  bytes: number
  type: 'mp4' | 'webm' | null
}

/** Reads a stored file once; null when the object is missing. */
export async function readHashes(ctx: ServiceContext, file: StoredFile): Promise<FileHashes | null> {
  return (await readOnce(ctx, file))?.hashes ?? null
}

/**
 * Strips a stored file of everything that players don't need, and returns the hashes of the result; null when
 * the object is missing. Safe to repeat.
 */
export async function stripAndHash(ctx: ServiceContext, file: StoredFile): Promise<FileHashes | null> {
  const { key, bytes, type } = file
  const sent = await readOnce(ctx, file)
  if (!sent) return null
  const patches = type ? await patchesOf(ctx, file, type) : []
  const samples = sent.hasMessages ? await samplesOf(ctx, file) : null
  const stored = { key, size: bytes, contentType: contentTypes[type ?? 'mp4'] }
  if (!(await rewriteStripped(ctx, stored, { patches, samples }))) return sent.hashes
  const [object] = await keptObject(ctx.db, key)
  if (!object) {
    // Deleted meanwhile: the rewritten object is there again without a row.
    await ctx.media.remove([key])
    return null
  }
  return readHashes(ctx, file)
}

async function samplesOf(ctx: ServiceContext, { key, bytes, type }: StoredFile): Promise<SampleReader> {
  if (type === 'webm') return webmSamples
  return mp4Samples(await readIndex(ctx.media.reader(key), bytes), bytes)
}

async function readOnce(ctx: ServiceContext, { key, bytes, type }: StoredFile) {
  const object = await ctx.media.read(key, 0, bytes)
  if (!object) return null
  const read = ctx.media.reader(key)
  const { hasMessages, ...hashes } = await hashFile({
    chunks: largeChunks(object.body),
    read,
    size: bytes,
    type,
  })
  return { hashes, hasMessages }
}

/** Returns no patches for a file that can't be followed to its end, which is refused for that. */
async function patchesOf(
  ctx: ServiceContext,
  { key, bytes }: StoredFile,
  type: 'mp4' | 'webm',
): Promise<Patch[]> {
  try {
    return await stripFile(ctx.media.reader(key), bytes, type)
  } catch (error) {
    if (!(error instanceof BoxError || error instanceof EbmlError || error instanceof ScatteredError))
      throw error
    log('warn', 'strip.unreadable', { key, reason: error.message })
    return []
  }
}
