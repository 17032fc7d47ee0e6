import { formatBytes } from '../../../../contract/values/shared/bytes'
import { maxCaptionBytes } from '../../../../contract/values/videos/media'
import { srtToVtt } from './srt'

/** A sentence that says why a chosen file can't become captions. */
export class CaptionFileError extends Error {
  override readonly name = 'CaptionFileError'
}

/**
 * Returns the file as WebVTT, converted if it is SubRip. The server validates WebVTT. Throws
 * CaptionFileError.
 */
export async function readCaptionFile(file: File): Promise<string> {
  const limit = formatBytes(maxCaptionBytes)
  if (file.size > maxCaptionBytes) throw new CaptionFileError(`Caption files can be up to ${limit} large.`)
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  // Detected by content, since files get renamed.
  if (text.startsWith('WEBVTT')) return text
  const converted = srtToVtt(text)
  if (converted === null) throw new CaptionFileError('This file has no captions. Choose a VTT or SRT file.')
  return converted
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  try {
    return new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CaptionFileError("The file isn't UTF-8 text. Save it as UTF-8 and choose it again.")
  }
}
