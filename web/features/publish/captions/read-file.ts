import { formatBytes } from '#contract/values/shared/bytes'
import { maxCues, renderWebVtt } from '#contract/values/videos/captions/cue'
import { maxCaptionBytes } from '#contract/values/videos/media'
import { formatCount } from '#web/lib/format-count'
import { decodeText } from './decode'
import { nameFormat } from './reader/other-formats'
import { readCaptions } from './reader/read-captions'

/** A sentence that says why a chosen file can't become captions. */
export class CaptionFileError extends Error {
  override readonly name = 'CaptionFileError'
}

export interface CaptionFile {
  /** As the server stores it. */
  vtt: string
  /** The encoding that was guessed; null for Unicode. */
  guessed: string | null
  /** How many captions the file has, with those left out. */
  total: number
  /** The lines of captions that no player could show. */
  leftOut: readonly number[]
}

const limit = `Caption files can be up to ${formatBytes(maxCaptionBytes)} large.`

/** Returns the file's captions as the server takes them. Throws CaptionFileError. */
export async function readCaptionFile(file: File, language: string): Promise<CaptionFile> {
  if (file.size > maxCaptionBytes) throw new CaptionFileError(limit)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { text, guessed } = decodeText(bytes, language)
  const { cues, leftOut } = readCaptions(text ?? '')
  const total = cues.length + leftOut.length
  if (cues.length === 0) throw new CaptionFileError(whyNone(leftOut, nameFormat(bytes, text), text === null))
  if (cues.length > maxCues) {
    throw new CaptionFileError(
      `A file may hold ${formatCount(maxCues)} captions at most. This one has ${formatCount(cues.length)}.`,
    )
  }
  const vtt = renderWebVtt(cues.sort((a, b) => a.start - b.start))
  // It can be longer than the original.
  if (new TextEncoder().encode(vtt).length > maxCaptionBytes) throw new CaptionFileError(limit)
  return { vtt, guessed, total, leftOut }
}

function whyNone(leftOut: readonly number[], format: string | null, isNoText: boolean): string {
  if (format) return `This is ${format}. Save the captions as VTT or SRT and choose that file.`
  const [line] = leftOut
  if (line !== undefined)
    return `Line ${line}: Write times as in 00:00:01.000 --> 00:00:04.000, the end after the start.`
  return isNoText
    ? "We couldn't read this file's text. Save it as UTF-8 and choose it again."
    : 'This file has no captions. Choose a VTT, SRT, SBV or ASS file.'
}
