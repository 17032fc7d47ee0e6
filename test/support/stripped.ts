import { concat } from '#contract/values/shared/concat'
import { applyPatches } from '#worker/formats/patches'
import { readerOf } from '#worker/formats/read-at'
import { readIndex } from '#worker/formats/tracks/mp4-tracks'
import { mp4Samples, webmSamples, withoutMessages } from '#worker/formats/tracks/without-messages'
import { inspectVideo } from '#worker/services/uploads/inspection/video'

/** Returns the bytes stored of an uploaded video: of a source, once it was read. Throws AppError if it is refused. */
export async function stripped(
  bytes: Uint8Array,
  contentType = 'video/mp4',
): Promise<Uint8Array<ArrayBuffer>> {
  const limits = { minDuration: 0, maxDuration: 3600 }
  const { patches } = await inspectVideo(readerOf(bytes), bytes.length, contentType, limits)
  const stored = new Uint8Array(bytes)
  applyPatches(patches, 0, stored)
  const samples =
    contentType === 'video/webm'
      ? webmSamples
      : mp4Samples(await readIndex(readerOf(stored), stored.length), stored.length)
  return joined(withoutMessages(samples, inChunks(stored)))
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece.slice())
  return new Uint8Array(concat(all))
}
