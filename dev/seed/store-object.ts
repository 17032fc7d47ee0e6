import { createHash } from 'node:crypto'
import { mediaObjects, type ObjectKind } from '#db/schema'
import { hashFile } from '#worker/formats/hash-file'
import { readerOf } from '#worker/formats/read-at'
import type { ServiceContext } from '#worker/services/context'
import { objectKey, randomId } from '#worker/storage/keys'

/**
 * Puts a file into R2; returns its key and the statement that inserts its row. Moving pictures have their
 * hashes, as after the job that reads them.
 */
export async function storeObject(
  ctx: ServiceContext,
  ownerId: number,
  kind: ObjectKind,
  contentType: string,
  bytes: Uint8Array,
) {
  const key = objectKey(randomId())
  await ctx.media.put(key, bytes, contentType)
  const row = {
    key,
    kind,
    contentType,
    bytes: bytes.length,
    ownerId,
    createdAt: ctx.now,
    ...(await hashesOf(contentType, bytes)),
  }
  return { key, statement: ctx.db.insert(mediaObjects).values(row) }
}

async function hashesOf(contentType: string, bytes: Uint8Array) {
  if (!contentType.startsWith('video/')) return { sha256: createHash('sha256').update(bytes).digest('hex') }
  const type = contentType === 'video/webm' ? 'webm' : 'mp4'
  const { hasMessages, ...hashes } = await hashFile({
    chunks: [bytes],
    read: readerOf(bytes),
    size: bytes.length,
    type,
  })
  return hashes
}
