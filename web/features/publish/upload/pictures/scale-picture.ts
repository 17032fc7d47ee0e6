/** Draws a picture at another width, in its own shape. Well below half of its width, go down in steps. */
export function scalePicture(picture: CanvasImageSource, width: number, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.max(1, Math.round(width * ratio))
  // Opaque: transparent pixels turn black.
  const context = canvas.getContext('2d', { alpha: false })
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}
