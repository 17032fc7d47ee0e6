import { hex } from '#contract/values/shared/hex'
import { partSize } from '#contract/values/shared/limits'
import { setReceived } from '#db/queries/uploads/imports'
import { insertPart, type UploadRow } from '#db/queries/uploads/upload'
import { readParts } from '#worker/integrations/origin/read-parts'
import { OriginRefused } from '#worker/integrations/origin/refused'
import type { ServiceContext } from '../../context'
import type { FetchLimits } from './limits'

/** `part`: the next message continues. */
export type StoreOutcome = 'whole' | 'part'

interface Storing {
  importId: string
  /** Returns the parts' upload; called once, with the first part. */
  target(firstPart: Uint8Array): Promise<UploadRow>
  /** Bytes that the response announced. */
  length: number
  partsBefore: number
  /** Whether a later message can continue after the parts that arrived. */
  resumable: boolean
  limits: FetchLimits
}

/** Reads a response into R2, part by part. An interruption counts as success when the rest can follow. */
export async function storeAnswer(
  ctx: ServiceContext,
  response: Response,
  storing: Storing,
): Promise<StoreOutcome> {
  if (!response.body) throw new OriginRefused('The file is empty.')
  const { limits, resumable } = storing
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), resumable ? limits.sliceTime : limits.onePassTime)
  let parts = storing.partsBefore
  let isWhole = false
  try {
    let upload: UploadRow | null = null
    const options = { partSize, expected: storing.length, idleTimeout: limits.idleTimeout, stop: stop.signal }
    for await (const part of readParts(response.body, options)) {
      upload ??= await storing.target(part)
      const received = parts * upload.partSize + part.length
      // The response ended inside a part. R2 requires equal parts, so this one is requested again.
      if (part.length < upload.partSize && received < upload.size) break
      await storePart(ctx, storing.importId, upload, { number: parts + 1, bytes: part, received })
      parts += 1
      // Reads on, since there must be no more bytes.
      isWhole = received === upload.size
    }
  } catch (error) {
    const canFollow = resumable && parts > storing.partsBefore
    if (!(error instanceof OriginRefused && error.temporary && (isWhole || canFollow))) throw error
  } finally {
    clearTimeout(timer)
  }
  if (isWhole) return 'whole'
  if (resumable && parts > storing.partsBefore) return 'part'
  throw new OriginRefused(
    stop.signal.aborted
      ? 'The server is too slow.'
      : 'The server sends the file in pieces that are too small.',
  )
}

async function storePart(
  ctx: ServiceContext,
  importId: string,
  upload: UploadRow,
  part: { number: number; bytes: Uint8Array; received: number },
): Promise<void> {
  const { number, bytes, received } = part
  const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)))
  const { etag } = await ctx.media.part(upload.objectKey, upload.r2UploadId, number, bytes)
  const [recorded] = await ctx.db.batch([
    insertPart(ctx.db, { uploadId: upload.id, number, etag, sha256 }),
    setReceived(ctx.db, importId, received),
  ])
  if (recorded.length === 0) throw new Error('The import was cancelled.')
}
