import { startsWith } from './bytes'
import { type MediaKind, sniffMedia } from './sniff'

const names: Record<MediaKind, string> = {
  ...{ mp4: 'MP4', quicktime: 'QuickTime (MOV)', webm: 'WebM', matroska: 'Matroska (MKV)' },
  ...{ jpeg: 'JPEG', png: 'PNG', webp: 'WebP' },
}

/** Marks of containers that we don't take, so that the uploader reads a name instead of "not a video". */
const others: readonly [name: string, at: number, mark: string][] = [
  ['AVI', 8, 'AVI '],
  ['Flash video', 0, 'FLV\x01'],
  ['Windows Media', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['MPEG', 0, '\0\0\x01\xba'],
  ['Ogg', 0, 'OggS'],
  ['an MPEG transport stream', 188, '\x47'],
]

export function nameOfKind(kind: MediaKind): string {
  return names[kind]
}

/** MP4 or WebM, or a sentence that says what the file is instead. */
export function videoContainer(head: Uint8Array): 'mp4' | 'webm' | { reason: string } {
  const kind = sniffMedia(head)
  if (kind === 'mp4' || kind === 'webm') return kind
  if (kind === 'jpeg' || kind === 'png' || kind === 'webp') {
    return { reason: `This file is a picture (${names[kind]}), not a video.` }
  }
  const name = kind ? names[kind] : others.find(([, at, mark]) => startsWith(head, mark, at))?.[0]
  if (name && (name !== 'an MPEG transport stream' || head[0] === 0x47)) {
    return { reason: `This file is ${name}; it isn't MP4 or WebM.` }
  }
  return { reason: startsWith(head, 'ftyp', 4) ? "This file isn't MP4 or WebM." : "This file isn't a video." }
}
