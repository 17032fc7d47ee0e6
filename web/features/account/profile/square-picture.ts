import { posterQuality } from '#contract/values/shared/limits'
import { avatarSize } from '#contract/values/videos/profiles'

/**
 * Returns the middle of a picture as a square JPEG of a profile picture's size, without metadata such as place or
 * camera; null when it can't be read, or is too small.
 */
export async function squarePicture(picture: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (!bitmap) return null
  const side = Math.min(bitmap.width, bitmap.height)
  if (side < avatarSize.min) return null
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, avatarSize.max)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', posterQuality))
}
