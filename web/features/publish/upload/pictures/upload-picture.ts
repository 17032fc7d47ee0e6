import { PlainError } from '#web/lib/api-error'
import { browserSurroundings } from '../engine/browser-surroundings'
import { fingerprintOf } from '../engine/fingerprint'
import { blobReader } from '../engine/part-reader'
import type { Patience } from '../engine/retry'
import { ResumableUpload } from '../engine/upload'
import { transportFor } from '../engine/xhr-transport'
import { posterSet } from './poster-set'

/** Small files, each of a single part: there is nothing to resume after a reload. */
const files = {
  image: { contentType: 'image/jpeg', fileName: 'poster.jpg' },
  blurred: { contentType: 'image/jpeg', fileName: 'blurred.jpg' },
  avatar: { contentType: 'image/jpeg', fileName: 'picture.jpg' },
  trailer: { contentType: 'video/mp4', fileName: 'trailer.mp4' },
} as const

/** A poster from a browser that encodes WebP. */
const webp = { contentType: 'image/webp', fileName: 'poster.webp' }

/** A sentence that says why a picture could not be uploaded. */
export class PictureError extends PlainError {
  override readonly name = 'PictureError'
}

/**
 * Uploads a picture, a poster in all widths, or a trailer, and returns the ID of the finished upload. With patience, it waits
 * for the end of a limit on uploads, and removes the upload when the signal aborts. Throws PictureError, or the
 * signal's reason.
 */
export async function uploadPicture(
  picture: Blob,
  kind: keyof typeof files = 'image',
  patience?: Patience,
): Promise<string> {
  // One width is better than no poster.
  const set = kind === 'image' ? await posterSet(picture).catch(() => null) : null
  const file = set?.file ?? picture
  const source = { name: crypto.randomUUID(), size: file.size, lastModified: 0 }
  const record = {
    kind,
    ...files[kind],
    ...(picture.type === webp.contentType && webp),
    ...(set && { pictures: set.pictures }),
    size: file.size,
    fingerprint: await fingerprintOf(source, kind),
    uploadId: null,
    storedName: null,
    duration: null,
  } as const
  const upload = new ResumableUpload(record, {
    reader: blobReader(file),
    transport: transportFor(patience?.account),
    surroundings: browserSurroundings,
    patient: patience !== undefined,
  })
  const stop = patience && attend(upload, patience)
  await upload.start()
  stop?.()
  patience?.signal.throwIfAborted()
  const { result, error } = upload.getState()
  if (!result) throw new PictureError(error ?? "Couldn't upload the image. Please try again.")
  return result.id
}

/** Reports limits, and cancels the upload when the signal aborts. Returns a function that ends this. */
function attend(upload: ResumableUpload, { signal, onLimit }: Patience): () => void {
  signal.throwIfAborted()
  let told: number | null = null
  const stop = upload.subscribe(() => {
    const { limitedUntil } = upload.getState()
    if (limitedUntil !== told) onLimit(limitedUntil)
    told = limitedUntil
  })
  const cancel = () => void upload.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  return () => {
    stop()
    signal.removeEventListener('abort', cancel)
  }
}
