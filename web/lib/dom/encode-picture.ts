import { posterQuality } from '#contract/values/shared/limits'

/** Encodes a canvas as WebP or, where the browser encodes none, as JPEG. Null when it can't be read. */
export async function encodePicture(canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Blob | null> {
  const picture = await encode(canvas, 'image/webp')
  // Safari answers with a PNG.
  return picture?.type === 'image/webp' ? picture : encode(canvas, 'image/jpeg')
}

function encode(canvas: HTMLCanvasElement | OffscreenCanvas, type: string): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality: posterQuality })
  return new Promise((resolve) => canvas.toBlob(resolve, type, posterQuality))
}
