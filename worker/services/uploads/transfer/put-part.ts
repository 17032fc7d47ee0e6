import { createHash } from 'node:crypto'
import { deletePart, insertPart, touchUpload, type UploadRow } from '#db/queries/uploads/upload'
import { AppError } from '#worker/errors'
import { largeChunks } from '#worker/storage/chunks'
import type { ServiceContext } from '../../context'
import { isRefusedAs, lost, noSuchUpload, partBytes, partCount, requireUpload } from './find'

export interface PartBody {
  /** From the request's header; null without one. */
  length: number | null
  /** The hash of these bytes, in hex. */
  sha256: string
  stream: ReadableStream<Uint8Array> | null
}

/** Stores one part, chunk by chunk. Safe to repeat with the same bytes. */
export async function putPart(
  ctx: ServiceContext,
  userId: number,
  id: string,
  number: number,
  body: PartBody,
): Promise<{ received: number }> {
  const { upload, parts } = await requireUpload(ctx, userId, id)
  if (upload.status !== 'open') throw notOpen(upload)
  const bytes = checkLength(upload, number, body.length)
  if (!body.stream) throw new AppError('malformed_body', 'The part is empty.')

  const earlier = parts.find((part) => part.number === number)
  if (earlier?.sha256 === body.sha256) {
    // A retry after a lost response. R2 keeps its object, so the recorded ETag of the part stays valid.
    await body.stream.pipeTo(new WritableStream())
    return { received: number }
  }
  if (earlier) await deletePart(ctx.db, id, number)

  const { etag, sha256 } = await storeAndDigest(ctx, upload, number, body.stream, bytes)
  if (sha256 !== body.sha256) {
    // R2 now holds the damaged bytes, even if the same part was sent twice at once.
    await deletePart(ctx.db, id, number)
    throw new AppError('digest_mismatch', `Part ${number} was damaged in transit. Please send it again.`)
  }
  const [recorded] = await ctx.db.batch([
    insertPart(ctx.db, { uploadId: id, number, etag, sha256 }),
    touchUpload(ctx.db, id, ctx.now),
  ])
  if (recorded.length === 0) throw new AppError('gone', lost)
  return { received: number }
}

function checkLength(upload: UploadRow, number: number, length: number | null): number {
  const count = partCount(upload)
  if (number > count) {
    throw new AppError('invalid_input', `This upload has ${count} ${count === 1 ? 'part' : 'parts'}.`)
  }
  const bytes = partBytes(upload, number)
  if (length === null) throw new AppError('length_required', 'A part needs a Content-Length.')
  if (length === bytes) return bytes
  throw new AppError(length > bytes ? 'too_large' : 'invalid_input', `Part ${number} has ${bytes} bytes.`)
}

function notOpen(upload: UploadRow): AppError {
  const finished = upload.status === 'completing' ? 'being finished' : 'finished already'
  return new AppError('conflict', `This upload is ${finished}.`)
}

async function storeAndDigest(
  ctx: ServiceContext,
  upload: UploadRow,
  number: number,
  stream: ReadableStream<Uint8Array>,
  bytes: number,
): Promise<{ etag: string; sha256: string }> {
  const hash = createHash('sha256')
  // R2 takes no body of unknown length.
  const sized = new FixedLengthStream(bytes)
  const writer = sized.writable.getWriter()
  const give = async () => {
    let given = 0
    for await (const chunk of largeChunks(stream)) {
      given += chunk.length
      if (given > bytes) throw new Error(`More than ${bytes} bytes`)
      hash.update(chunk)
      // R2 has stopped reading: its own answer says why.
      if (!(await isTaken(writer.write(chunk)))) return
    }
    if (given < bytes) throw new Error(`${given} bytes of ${bytes}`)
    await isTaken(writer.close())
  }
  const store = ctx.media.part(upload.objectKey, upload.r2UploadId, number, sized.readable)
  // Whichever side fails ends the other, which would otherwise wait forever.
  const giving = give().catch(async (reason: unknown) => {
    await writer.abort(reason).catch(() => undefined)
    throw reason
  })
  store.catch((reason: unknown) => writer.abort(reason).catch(() => undefined))
  const [given, stored] = await Promise.allSettled([giving, store])
  if (stored.status === 'rejected' && isRefusedAs(stored.reason, noSuchUpload)) {
    throw new AppError('gone', lost, { cause: stored.reason })
  }
  if (given.status === 'rejected') {
    throw new AppError('malformed_body', `Part ${number} didn't arrive complete.`, { cause: given.reason })
  }
  // The length was checked, so no other refusal is about the part: sent again, it may be taken.
  if (stored.status === 'rejected') throw stored.reason
  return { etag: stored.value.etag, sha256: hash.digest('hex') }
}

function isTaken(writing: Promise<void>): Promise<boolean> {
  return writing.then(
    () => true,
    () => false,
  )
}
