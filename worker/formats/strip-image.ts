import { ImageError, type StrippedBytes } from './image/error'
import { stripJpeg } from './image/jpeg'
import { stripPng } from './image/png'
import { stripWebp } from './image/webp'
import { sniffMedia } from './probe/sniff'

export { ImageError } from './image/error'

export interface StrippedImage extends StrippedBytes {
  kind: 'jpeg' | 'png' | 'webp'
}

/**
 * Returns the same picture without data about its origin: no location, device, time, text or thumbnail, and
 * nothing after its end. Pixels aren't decoded; the orientation stays, in a block of our own. Throws
 * ImageError.
 */
export function stripImage(bytes: Uint8Array): StrippedImage {
  const kind = sniffMedia(bytes)
  if (kind === 'jpeg') return { kind, ...stripJpeg(bytes) }
  if (kind === 'png') return { kind, ...stripPng(bytes) }
  if (kind === 'webp') return { kind, ...stripWebp(bytes) }
  throw new ImageError('unsupported', 'Only JPEG, PNG and WebP images are accepted.')
}
