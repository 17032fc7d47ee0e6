import { browserSurroundings } from '../engine/browser-surroundings'
import { fingerprintOf } from '../engine/fingerprint'
import { blobReader } from '../engine/part-reader'
import type { ResumeStore } from '../engine/resume-store'
import { ResumableUpload } from '../engine/upload'
import { xhrTransport } from '../engine/xhr-transport'

/** Small files, each of a single part: there is nothing to resume after a reload. */
const files = {
  image: { contentType: 'image/jpeg', fileName: 'poster.jpg' },
  blurred: { contentType: 'image/jpeg', fileName: 'blurred.jpg' },
  trailer: { contentType: 'video/mp4', fileName: 'trailer.mp4' },
} as const

const noStore: ResumeStore = { load: () => null, save: () => {}, clear: () => {} }

/** A sentence that says why a picture could not be uploaded. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/**
 * Uploads a poster as a JPEG, or a trailer, and returns the ID of the finished upload. With `onLimit`, which
 * receives when a limit on uploads ends, it waits for that. Throws PictureError.
 */
export async function uploadPicture(
  picture: Blob,
  kind: keyof typeof files = 'image',
  onLimit?: (until: number | null) => void,
): Promise<string> {
  const source = { name: crypto.randomUUID(), size: picture.size, lastModified: 0 }
  const record = {
    kind,
    ...files[kind],
    size: picture.size,
    fingerprint: await fingerprintOf(source, kind),
    uploadId: null,
    storedName: null,
    duration: null,
  } as const
  const upload = new ResumableUpload(record, {
    reader: blobReader(picture),
    transport: xhrTransport,
    store: noStore,
    surroundings: browserSurroundings,
    patient: onLimit !== undefined,
  })
  const stop = upload.subscribe(() => onLimit?.(upload.getState().limitedUntil))
  await upload.start()
  stop()
  const { result, error } = upload.getState()
  if (!result) throw new PictureError(error ?? "Couldn't upload the image. Please try again.")
  return result.id
}
