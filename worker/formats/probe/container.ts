import { startsWith } from '../bytes'
import { type MediaKind, sniffMedia } from './sniff'

const names: Record<MediaKind, string> = {
  mp4: 'MP4',
  quicktime: 'QuickTime (MOV)',
  webm: 'WebM',
  matroska: 'Matroska (MKV)',
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
}

/** Marks of unsupported containers, so that the uploader reads the format's name instead of "not a video". */
const others: readonly [name: string, ...marks: [at: number, mark: string][]][] = [
  ['AVI', [0, 'RIFF'], [8, 'AVI ']],
  ['Flash video', [0, 'FLV\x01']],
  ['Windows Media', [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']],
  ['MPEG', [0, '\0\0\x01\xba']],
  ['Ogg', [0, 'OggS']],
  // Packets of 188 bytes, each of which starts with this byte.
  ['an MPEG transport stream', [0, 'G'], [188, 'G'], [376, 'G']],
]

export function nameOfKind(kind: MediaKind): string {
  return names[kind]
}

/** Returns MP4 or WebM, or a sentence that names the actual format. */
export function videoContainer(head: Uint8Array): 'mp4' | 'webm' | { reason: string } {
  const kind = sniffMedia(head)
  if (kind === 'mp4' || kind === 'webm') return kind
  if (kind === 'jpeg' || kind === 'png' || kind === 'webp') {
    return { reason: `This file is an image (${names[kind]}), not a video.` }
  }
  const name = kind ? names[kind] : otherContainer(head)
  if (name !== undefined) return { reason: `This file is ${name}; it isn't MP4 or WebM.` }
  return { reason: startsWith(head, 'ftyp', 4) ? "This file isn't MP4 or WebM." : "This file isn't a video." }
}

function otherContainer(head: Uint8Array): string | undefined {
  return others.find(([, ...marks]) => marks.every(([at, mark]) => startsWith(head, mark, at)))?.[0]
}
