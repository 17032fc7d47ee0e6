import type { PosterPictures } from '#contract/schemas/uploads/upload'
import { posterWidths } from '#contract/values/shared/limits'
import { encodePicture } from '#web/lib/dom/encode-picture'
import { scalePicture } from './scale-picture'

export interface PosterSet {
  /** A poster, and after it the same picture in the narrower widths. */
  file: Blob
  pictures: PosterPictures
}

/** Adds the narrower widths to a poster, and reads its colour. Null or a rejection when this browser can't. */
export async function posterSet(poster: Blob): Promise<PosterSet | null> {
  const bitmap = await createImageBitmap(poster)
  const ratio = bitmap.height / bitmap.width
  const widths = [bitmap.width]
  const files = [poster]
  let scaled: CanvasImageSource = bitmap
  for (const width of posterWidths.filter((each) => each < bitmap.width)) {
    const canvas = scalePicture(scaled, width, ratio)
    const file = await encodePicture(canvas)
    if (file?.type !== poster.type) return null
    widths.push(width)
    files.push(file)
    scaled = canvas
  }
  const color = averageColor(scaled)
  bitmap.close()
  return { file: new Blob(files, { type: poster.type }), pictures: { color, widths } }
}

/** Pixels a side from which the colour is taken: small enough to add up, large enough to be smooth. */
const side = 16

function averageColor(picture: CanvasImageSource): string {
  const canvas = scalePicture(picture, side, 1)
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, side, side).data ?? []
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4)
    for (const part of [0, 1, 2]) sums[part] = (sums[part] ?? 0) + (pixels[at + part] ?? 0)
  const hex = sums.map((sum) =>
    Math.round(sum / side ** 2)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${hex.join('')}`
}
