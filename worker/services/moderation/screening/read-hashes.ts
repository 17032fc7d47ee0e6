import type { FileHashes } from '../../../../db/queries/moderation/screening'
import { hashFile } from '../../../formats/hash-file'
import { largeChunks } from '../../../storage/chunks'
import type { ServiceContext } from '../../context'

/** A queue consumer is killed after 15 minutes, so a longer lease belongs to a dead one. */
export const hashLeaseMs = 15 * 60_000

export interface StoredFile {
  key: string
  bytes: number
  type: 'mp4' | 'webm' | null
}

/** Reads a stored file once; null when the object is missing. */
export async function readHashes(
  ctx: ServiceContext,
  { key, bytes, type }: StoredFile,
): Promise<FileHashes | null> {
  const object = await ctx.media.read(key, 0, bytes)
  if (!object) return null
  return hashFile({ chunks: largeChunks(object.body), read: ctx.media.reader(key), size: bytes, type })
}
