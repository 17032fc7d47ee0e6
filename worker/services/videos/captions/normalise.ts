import { formatBytes } from '#contract/values/shared/bytes'
import { shownText } from '#contract/values/videos/captions/text'
import { maxCaptionBytes } from '#contract/values/videos/media'
import { AppError } from '#worker/errors'
import { CaptionError, parseWebVtt, renderWebVtt } from '#worker/formats/captions/webvtt'

/**
 * Parses a caption file and renders it again, so that only our own text is served. Also returns the words that viewers
 * read. Throws AppError.
 */
export function normaliseCaptions(file: Uint8Array): { text: Uint8Array; words: string } {
  const cues = read(file)
  const text = new TextEncoder().encode(renderWebVtt(cues))
  // Escaping can make it longer than the original.
  if (text.length <= maxCaptionBytes) return { text, words: cues.map(shownText).join('\n') }
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
