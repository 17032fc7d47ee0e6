import { MiB } from '#contract/values/shared/limits'
import { largeChunks } from './chunks'
import type { MediaStore } from './media-store'

/** R2 takes up to 5 GiB at once, and 10,000 parts that are equally long but for the last. */
const longestPart = 512 * MiB

/**
 * Stores an object again under its key, changed by a transform that keeps its length; each piece that the transform
 * yields need only be valid until the next one. R2 shows the old or the new object, never a mixture.
 */
export async function rewriteObject(
  media: MediaStore,
  key: string,
  { size, contentType }: { size: number; contentType: string },
  change: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
  partBytes = longestPart,
): Promise<void> {
  const object = await media.read(key, 0, size)
  if (!object) throw new Error(`No object ${key}`)
  const pieces = new Pieces(change(largeChunks(object.body)))
  try {
    if (size <= partBytes) {
      await sendPart(pieces, size, (body) => media.put(key, body, contentType))
      return
    }
    const uploadId = await media.open(key, contentType)
    try {
      const parts: R2UploadedPart[] = []
      for (let at = 0; at < size; at += partBytes) {
        const length = Math.min(partBytes, size - at)
        const number = parts.length + 1
        parts.push(await sendPart(pieces, length, (body) => media.part(key, uploadId, number, body)))
      }
      await media.complete(key, uploadId, parts)
    } catch (error) {
      await media.abort(key, uploadId).catch(() => undefined)
      throw error
    }
  } finally {
    await pieces.end()
  }
}

/** Streams the next `length` bytes to R2, which wants to know their number. */
async function sendPart<Result>(
  pieces: Pieces,
  length: number,
  store: (body: ReadableStream) => Promise<Result>,
): Promise<Result> {
  const sized = new FixedLengthStream(length)
  const writer = sized.writable.getWriter()
  const storing = store(sized.readable)
  // Whichever side fails ends the other, which would otherwise wait forever.
  storing.catch((reason: unknown) => writer.abort(reason).catch(() => undefined))
  const give = async () => {
    await pieces.take(length, (piece) => writer.write(piece))
    await writer.close()
  }
  const giving = give().catch(async (reason: unknown) => {
    await writer.abort(reason).catch(() => undefined)
    throw reason
  })
  const [given, stored] = await Promise.allSettled([giving, storing])
  if (given.status === 'rejected') throw given.reason
  if (stored.status === 'rejected') throw stored.reason
  return stored.value
}

/** Pieces of a file, cut where parts end. */
class Pieces {
  readonly #pieces: AsyncIterator<Uint8Array>
  #left: Uint8Array = new Uint8Array(0)

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async take(length: number, give: (piece: Uint8Array) => Promise<void>): Promise<void> {
    for (let wanted = length; wanted > 0; ) {
      if (this.#left.length === 0) {
        const next = await this.#pieces.next()
        if (next.done) throw new Error('The object ended early.')
        this.#left = next.value
      }
      const piece = this.#left.subarray(0, wanted)
      await give(piece)
      wanted -= piece.length
      this.#left = this.#left.subarray(piece.length)
    }
  }

  /** Lets go of the object, whether or not it was read to its end. */
  async end(): Promise<void> {
    await this.#pieces.return?.()
  }
}
