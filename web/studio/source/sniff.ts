import { cutOff, empty, noPicture, unreadable } from './refusal'

type Mark = readonly [at: number, bytes: string]

const pictures: readonly Mark[][] = [
  [[0, '\xff\xd8\xff']],
  [[0, '\x89PNG']],
  [[0, 'GIF8']],
  [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
  // HEIC and AVIF are in the container of MP4: phones save photos as such.
  ...['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis'].map((brand): Mark[] => [[4, `ftyp${brand}`]]),
]
const sounds: readonly Mark[][] = [
  [[0, 'ID3']],
  [[0, '\xff\xfb']],
  [[0, '\xff\xf1']],
  [[0, 'fLaC']],
  [
    [0, 'RIFF'],
    [8, 'WAVE'],
  ],
]
const otherVideos: readonly [name: string, marks: Mark[]][] = [
  [
    'AVI',
    [
      [0, 'RIFF'],
      [8, 'AVI '],
    ],
  ],
  ['Flash video', [[0, 'FLV\x01']]],
  ['Windows Media', [[0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']]],
  ['MPEG', [[0, '\0\0\x01\xba']]],
  ['MPEG', [[0, '\0\0\x01\xb3']]],
  ['MXF', [[0, '\x06\x0e\x2b\x34']]],
  ['RealMedia', [[0, '.RMF']]],
  ['Ogg', [[0, 'OggS']]],
  // Packets of 188 bytes, each of which begins with this byte.
  [
    'an MPEG transport stream',
    [
      [0, 'G'],
      [188, 'G'],
      [376, 'G'],
    ],
  ],
  // Of camcorders, with four bytes of time before each packet.
  [
    'AVCHD',
    [
      [4, 'G'],
      [196, 'G'],
      [388, 'G'],
    ],
  ],
]

/** Bytes from the start of a file that whyUnreadable looks at. */
export const sniffed = 512

/** Says what an unreadable file is, and what to do about it. It is no readable MP4, MOV, MKV or WebM. */
export function whyUnreadable(head: Uint8Array): string {
  if (head.byteLength === 0) return empty
  const other = otherVideos.find(([, marks]) => has(head, marks))
  if (other)
    return `This file is ${other[0]}, which browsers can't play. Convert it to MP4 (H.264) and try again.`
  if (pictures.some((marks) => has(head, marks))) return 'This file is an image. Choose a video.'
  if (sounds.some((marks) => has(head, marks))) return noPicture
  const isOurs = has(head, [[4, 'ftyp']]) || has(head, [[0, '\x1a\x45\xdf\xa3']])
  return isOurs ? cutOff : unreadable
}

function has(head: Uint8Array, marks: readonly Mark[]): boolean {
  return marks.every(([at, bytes]) => [...bytes].every((byte, n) => head[at + n] === byte.charCodeAt(0)))
}
