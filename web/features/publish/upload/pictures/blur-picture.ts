import { posterQuality } from '#contract/values/shared/limits'
import { scalePicture } from './scale-picture'

/** Pixels across that are kept of a picture: its colours and large shapes, no face. */
const keptWidth = 40
/** Pixels across of the result. */
const width = 640

/**
 * Returns a picture softly blurred, as a JPEG; null when it can't be read. It is scaled down, then up in
 * steps, since Safari's canvas has no blur. The details lost on the way down can't be restored.
 */
export async function blurPicture(picture: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (!bitmap) return null
  const ratio = bitmap.height / bitmap.width
  let scaled: CanvasImageSource & { width: number; height: number } = bitmap
  // Down in halves: a single step would skip most of the pixels and leave noise.
  for (let side = bitmap.width / 2; side > keptWidth; side /= 2) scaled = scalePicture(scaled, side, ratio)
  for (let side = keptWidth; side <= width; side *= 2) scaled = scalePicture(scaled, side, ratio)
  bitmap.close()
  const canvas = scaled
  if (!(canvas instanceof HTMLCanvasElement)) return null
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', posterQuality))
}
