export interface DecodedText {
  /** Null for bytes that are no text. */
  text: string | null
  /** The encoding that was guessed, since the file doesn't say which one it has; null for Unicode. */
  guessed: string | null
}

/** Decodes Unicode, or else what was usual for the language before it. */
export function decodeText(bytes: Uint8Array, language: string): DecodedText {
  const wide = wideEncoding(bytes)
  const unicode = read(bytes, wide ?? 'utf-8')
  if (unicode !== null || wide) return { text: unicode, guessed: null }
  const guessed = legacyEncoding(language)
  return { text: read(bytes, guessed), guessed }
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
