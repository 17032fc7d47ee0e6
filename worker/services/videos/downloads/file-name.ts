/** Characters that file systems refuse or interpret, that move the cursor, or that change text direction. */
const unsafe = /[<>:"/\\|?*]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu
/** Windows device names, with or without an extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** Out of a file name's 255 bytes: leaves room for a browser's suffix to a second copy. */
const maxBytes = 200

/** Returns the file name of a download: its title, limited to what every file system accepts. */
export function downloadName(title: string, extension: string): string {
  const short = cut(cleaned(title.normalize('NFC').toWellFormed()), maxBytes).replace(/[\s.]+$/, '')
  const base = devices.test(short) ? `video ${short}` : short
  return `${base || 'video'}.${extension}`
}

/** Builds a Content-Disposition (RFC 6266): the full name, with an ASCII fallback for older clients. */
export function attachment(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
  // Cleaned again, since letters that only looked like a dot or slash have become one. Some browsers decode
  // escapes, so `%` goes too.
  const plain = cleaned(letters).replaceAll('%', '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped(name)}`
}

function cleaned(text: string): string {
  return (
    text
      .replace(unsafe, ' ')
      .replace(/\s+/g, ' ')
      // A leading dot hides a file; a dash or tilde is special to a shell.
      .replace(/^[\s.~-]+/, '')
  )
}

/** Escapes by RFC 8187, which leaves fewer characters unescaped than a URL. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Truncates to a number of bytes, in whole characters. */
function cut(text: string, bytes: number): string {
  const encoder = new TextEncoder()
  let left = bytes
  let kept = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    left -= encoder.encode(segment).length
    if (left < 0) break
    kept += segment
  }
  return kept
}
