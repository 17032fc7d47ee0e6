/** What file systems refuse or take for something else, what moves a cursor, and what turns the order of letters around. */
const unsafe = /[<>:"/\\|?*]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu
/** Devices on Windows, whatever follows the dot. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** Of 255 bytes that a name may have, some are left for what a browser adds to a second one. */
const maxBytes = 200

/** The name under which a video is kept: its title, as far as every file system takes it. */
export function downloadName(title: string, extension: string): string {
  const short = cut(cleaned(title.normalize('NFC').toWellFormed()), maxBytes).replace(/[\s.]+$/, '')
  const base = devices.test(short) ? `video ${short}` : short
  return `${base || 'video'}.${extension}`
}

/** RFC 6266: the name in full for everyone, and without what isn't ASCII for who knows no other. */
export function attachment(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
  // Cleaned again: letters that only look like a dot or a slash are one by now. Some browsers take an escape for what it
  // stands for.
  const plain = cleaned(letters).replaceAll('%', '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped(name)}`
}

function cleaned(text: string): string {
  return (
    text
      .replace(unsafe, ' ')
      .replace(/\s+/g, ' ')
      // A leading dot hides a file, and a dash or tilde means something to a shell.
      .replace(/^[\s.~-]+/, '')
  )
}

/** RFC 8187, where fewer characters stand for themselves than in an address. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** As much of it as fits, in whole characters. */
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
