import { posterWidths } from '#contract/values/shared/limits'
import { encodePicture } from '#web/lib/dom/encode-picture'

/**
 * Converts any picture that the browser can read into one of a poster's size, without metadata such as place
 * or camera. `crop` keeps its middle in 16:9. Null when it can't be read.
 */
export async function shrinkPicture(picture: Blob, crop = false): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (!bitmap) return null
  const width = crop ? Math.min(bitmap.width, (bitmap.height * 16) / 9) : bitmap.width
  const height = crop ? (width * 9) / 16 : bitmap.height
  const scale = Math.min(1, posterWidths[0] / width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const [left, top] = [(bitmap.width - width) / 2, (bitmap.height - height) / 2]
  const context = canvas.getContext('2d', { alpha: false })
  context?.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return encodePicture(canvas)
}
