import { applyPatches } from '#worker/formats/patches'
import { readerOf } from '#worker/formats/read-at'
import { inspectVideo } from '#worker/services/uploads/inspection/video'

/** Returns the bytes stored of an uploaded video. Throws AppError if it is refused. */
export async function stripped(
  bytes: Uint8Array,
  contentType = 'video/mp4',
): Promise<Uint8Array<ArrayBuffer>> {
  const limits = { minDuration: 0, maxDuration: 3600 }
  const { patches } = await inspectVideo(readerOf(bytes), bytes.length, contentType, limits)
  const stored = new Uint8Array(bytes)
  applyPatches(patches, 0, stored)
  return stored
}
