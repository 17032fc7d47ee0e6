export type ImageErrorReason = 'truncated' | 'unsupported' | 'malformed' | 'too_large'

export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly reason: ImageErrorReason

  constructor(reason: ImageErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** A picture without data about its origin. */
export interface StrippedBytes {
  bytes: Uint8Array
  /** As shown, so after the orientation. */
  width: number
  height: number
  /** Offset at which the picture ended in its file; anything may follow. */
  end: number
}

/** Pixels a side; a decoder takes 256 MB for a picture of this size, so a larger one is no poster. */
export const maxImageSide = 8192

export function checkSide(width: number, height: number): void {
  if (width < 1 || height < 1) throw new ImageError('malformed', 'The picture has no size.')
  if (width > maxImageSide || height > maxImageSide) {
    throw new ImageError('too_large', `The image is larger than ${maxImageSide} pixels on a side.`)
  }
}
