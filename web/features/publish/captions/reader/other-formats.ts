/** Beginnings and other signs of files that hold captions we can't read, or that people take for captions. */
const signs: readonly [sign: RegExp | string, name: string][] = [
  [/<(?:\w{1,20}:)?tt[\s>]/, 'a TTML file'],
  [/<sami[\s>]/i, 'a SAMI file'],
  [/^\{\d+\}\{\d*\}/m, 'a MicroDVD file'],
  [/^\[\d+\]\[\d*\]/m, 'an MPL2 file'],
  ['Scenarist_SCC', 'an SCC file'],
  [/^.{3}STL\d\d\.\d\d/s, 'an EBU STL file'],
  [/^\d\d:\d\d:\d\d:\d\d\s?,\s?\d\d:\d\d:\d\d:\d\d\s?,/m, 'a Spruce STL file'],
  ['# VobSub', 'a VobSub file, whose captions are pictures'],
  ['\0\0\x01\xba', 'a VobSub file, whose captions are pictures'],
  [/^\[\d+:\d\d[.:]\d+\]/m, 'an LRC file'],
  [/^\d{1,2}:\d\d:\d\d[:=]\D/m, 'a TMPlayer file'],
  [/^\s{0,99}[[{]\s{0,99}["{[]/, 'a JSON file'],
  ['{\\rtf', 'an RTF document'],
  ['%PDF', 'a PDF document'],
  [/^\s{0,99}<(?:!doctype html|html)[\s>]/i, 'a web page'],
  ['PK\x03\x04', 'a ZIP archive or a Word document'],
  ['Rar!', 'a RAR archive'],
  ['7z\xbc\xaf', 'a 7z archive'],
  ['\x1f\x8b', 'a GZIP archive'],
  [/^.{4}ftyp/s, 'a video'],
  ['\x1aE\xdf\xa3', 'a video'],
]

/** Signs are near the beginning. */
const looksAt = 4096

/** Returns a file's format, with its article, or null. `text` is what its bytes were decoded to. */
export function nameFormat(bytes: Uint8Array, text: string | null): string | null {
  const heads = [String.fromCharCode(...bytes.subarray(0, looksAt)), text?.slice(0, looksAt) ?? '']
  const isSign = (sign: RegExp | string) =>
    heads.some((head) => (typeof sign === 'string' ? head.startsWith(sign) : sign.test(head)))
  return signs.find(([sign]) => isSign(sign))?.[1] ?? null
}
