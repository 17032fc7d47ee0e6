import { formatBytes } from '#contract/values/shared/bytes'
import { maxCaptionBytes } from '#contract/values/videos/media'
import { srtToVtt } from './srt'

/** A sentence that says why a chosen file can't become captions. */
export class CaptionFileError extends Error {
  override readonly name = 'CaptionFileError'
}

export interface CaptionFile {
  vtt: string
  /** The encoding that was guessed, since the file doesn't say which one it has; null for Unicode. */
  guessed: string | null
}

/**
 * Returns the file as WebVTT, converted if it is SubRip. The server validates WebVTT. Throws
 * CaptionFileError.
 */
export async function readCaptionFile(file: File, language: string): Promise<CaptionFile> {
  const limit = formatBytes(maxCaptionBytes)
  if (file.size > maxCaptionBytes) throw new CaptionFileError(`Caption files can be up to ${limit} large.`)
  const { text, guessed } = decode(new Uint8Array(await file.arrayBuffer()), language)
  // Detected by content, since files get renamed.
  if (text.startsWith('WEBVTT')) return { vtt: text, guessed }
  const vtt = srtToVtt(text)
  if (vtt === null) throw new CaptionFileError('This file has no captions. Choose a VTT or SRT file.')
  return { vtt, guessed }
}

function decode(bytes: Uint8Array, language: string): { text: string; guessed: string | null } {
  const wide = wideEncoding(bytes)
  const unicode = read(bytes, wide ?? 'utf-8')
  if (unicode !== null) return { text: unicode, guessed: null }
  const guessed = legacyEncoding(language)
  const text = wide ? null : read(bytes, guessed)
  if (text === null)
    throw new CaptionFileError("We couldn't read this file's text. Save it as UTF-8 and choose it again.")
  return { text, guessed }
}

/** Returns null for bytes that the encoding doesn't have. */
function read(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Recognises UTF-16 by its mark, or by the zero that is half of every ASCII character. */
function wideEncoding([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be'
  return null
}

/** Encodings from before Unicode, as browsers assume them for pages in these languages. */
const legacyEncodings: Record<string, string> = {
  ...of('windows-1250', 'bs cs hr hu pl ro sk sl sq'),
  ...of('windows-1251', 'be bg kk ky mk mn ru sr tg uk'),
  ...of('windows-1253', 'el'),
  ...of('windows-1254', 'az ku tr'),
  ...of('windows-1255', 'he'),
  ...of('windows-1256', 'ar fa ur'),
  ...of('windows-1257', 'et lt lv'),
  ...of('windows-1258', 'vi'),
  ...of('windows-874', 'th'),
  ...of('shift_jis', 'ja'),
  ...of('euc-kr', 'ko'),
  ...of('gb18030', 'zh'),
  ...of('big5', 'zh-Hant zh-TW zh-HK'),
}

function legacyEncoding(language: string): string {
  return legacyEncodings[language] ?? legacyEncodings[language.split('-')[0] ?? ''] ?? 'windows-1252'
}

function of(encoding: string, languages: string): Record<string, string> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, encoding]))
}
