import { createHash } from 'node:crypto'
import { mediaObjects, type ObjectKind } from '#db/schema'
import type { FileHashes } from '#worker/formats/hash-file'
import type { ServiceContext } from '#worker/services/context'
import { objectKey, randomId } from '#worker/storage/keys'

/** Puts a file into R2; returns its key and the statement that inserts its row. */
export async function storeObject(
  ctx: ServiceContext,
  ownerId: number,
  kind: ObjectKind,
  contentType: string,
  bytes: Uint8Array,
  hashes?: FileHashes,
) {
  const key = objectKey(randomId())
  await ctx.media.put(key, bytes, contentType)
  const sha256 = hashes?.sha256 ?? createHash('sha256').update(bytes).digest('hex')
  const row = {
    key,
    kind,
    contentType,
    bytes: bytes.length,
    ownerId,
    createdAt: ctx.now,
    ...hashes,
    sha256,
  }
  return { key, statement: ctx.db.insert(mediaObjects).values(row) }
}
