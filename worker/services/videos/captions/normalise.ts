import { formatBytes } from '#contract/values/shared/bytes'
import { maxCaptionBytes } from '#contract/values/videos/media'
import { AppError } from '#worker/errors'
import { CaptionError, parseWebVtt, renderWebVtt } from '#worker/formats/captions/webvtt'

/** Parses a caption file and renders it again, so that only our own text is served. Throws AppError. */
export function normaliseCaptions(file: Uint8Array): Uint8Array {
  const rendered = new TextEncoder().encode(renderWebVtt(read(file)))
  // Escaping can make it longer than the original.
  if (rendered.length <= maxCaptionBytes) return rendered
  throw new AppError('too_large', `Caption files can be up to ${formatBytes(maxCaptionBytes)} large.`)
}

function read(file: Uint8Array) {
  try {
    return parseWebVtt(file)
  } catch (error) {
    if (error instanceof CaptionError) throw new AppError('invalid_input', error.message)
    throw error
  }
}
