import { createHmac } from 'node:crypto'
import { notFound } from '#worker/errors'
import { objectKey } from '#worker/storage/keys'
import { keepLooking, type ServedBytes } from '#worker/storage/serve-object'
import { insistOnRecentPassword } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { authoriseMedia } from '../../videos/playback'
import { collect, type FilePart } from './collect'
import type { JsonPart } from './json-part'
import { layOutZip } from './zip-layout'

/** A piece of the archive: bytes at hand, or a file that is read when its turn comes. */
type Piece = { size: number; bytes: Uint8Array } | { size: number; file: FilePart }

/**
 * Opens a ZIP archive of everything about an account. It is never stored: table data is collected for each
 * request, and videos are read while they are sent.
 *
 * `known` is the caller's ETag from If-Range or If-Match. It can't be guessed, so it proves that the password
 * was confirmed when the download began: a long download may resume after that confirmation lapsed.
 */
export async function openArchive(ctx: UserContext, known: string | null): Promise<ServedBytes> {
  const { actor, config } = ctx
  if (known === null) insistOnRecentPassword(ctx)
  await enforceLimit(ctx, 'accountExport', String(actor.id))
  const { parts, files } = await collect(ctx)
  const entries = [
    ...parts.map(({ name, size, crc32 }) => ({ name, size, crc32, modifiedAt: actor.createdAt })),
    ...files.map(({ name, size, crc32, createdAt }) => ({ name, size, crc32, modifiedAt: createdAt })),
  ]
  const { pieces, size } = layOutZip(entries)
  const hash = createHmac('sha256', config.mediaKey).update(
    JSON.stringify(['account-export', actor.id, entries]),
  )
  const etag = `"${hash.digest('base64url')}"`
  if (known !== etag) insistOnRecentPassword(ctx)
  const all = pieces.flatMap((piece): Piece[] => ('bytes' in piece ? [piece] : contents(piece, parts, files)))
  return {
    size,
    etag,
    contentType: 'application/zip',
    read: async (offset, length) => stream(ctx, all, offset, length),
    isThere: async () => true,
  }
}

function contents({ entry }: { entry: number }, parts: JsonPart[], files: FilePart[]): Piece[] {
  const part = parts[entry]
  if (part) return part.chunks.map((bytes) => ({ size: bytes.length, bytes }))
  const file = files[entry - parts.length]
  if (!file) throw new Error(`The archive has no entry ${entry}`)
  return [{ size: file.size, file }]
}

/**
 * Streams a range of bytes. An unreadable file aborts the response, so that half an archive is never taken
 * for a whole one.
 */
function stream(
  ctx: UserContext,
  pieces: readonly Piece[],
  offset: number,
  length: number,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length)
  // The stream itself reports the error to its reader.
  pour(ctx, pieces, { offset, end: offset + length }, writable).catch((reason) =>
    writable.abort(reason).catch(() => undefined),
  )
  return readable
}

/**
 * Sends the pieces. The owner's right to a video is checked when it begins, and repeatedly while it is sent.
 */
async function pour(
  ctx: UserContext,
  pieces: readonly Piece[],
  { offset, end }: { offset: number; end: number },
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  let current: FilePart | null = null
  let looked = 0
  const look = keepLooking(async (elapsed) => {
    looked = elapsed
    if (current) await authorise(ctx, current, elapsed)
  })
  try {
    let at = 0
    for (const piece of pieces) {
      const from = Math.max(offset - at, 0)
      const to = Math.min(end - at, piece.size)
      at += piece.size
      if (from >= to) continue
      if ('bytes' in piece) {
        await write(writable, piece.bytes.subarray(from, to))
        continue
      }
      current = piece.file
      await authorise(ctx, current, looked)
      const found = await ctx.media.read(objectKey(current.token.object), from, to - from)
      if (!found) throw notFound('This file')
      await found.body.pipeTo(writable, { preventClose: true, signal: look.signal })
    }
    await writable.close()
  } finally {
    look.stop()
  }
}

async function write(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter()
  try {
    await writer.write(bytes)
  } finally {
    writer.releaseLock()
  }
}

function authorise(ctx: UserContext, { token }: FilePart, elapsed: number): Promise<void> {
  const { id, sessionId, tokenVersion, premiumUntil, staff } = ctx.actor
  const claims = { userId: id, sessionId, tokenVersion, premiumUntil, staff, issuedAt: ctx.now }
  return authoriseMedia(ctx, { token, ageVerified: true, claims }, elapsed)
}
