import { posterQuality, posterWidth } from '../../../contract/values/limits'

/**
 * Any picture that the browser can read, as a JPEG of a poster's size: what it showed and nothing else, no place, no
 * camera. Null when it can't be read.
 */
export async function shrinkPicture(picture: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, posterWidth / bitmap.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', posterQuality))
}
