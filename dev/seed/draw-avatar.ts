import { crc32, deflateSync } from 'node:zlib'

export interface AvatarDrawing {
  /** As #rrggbb, from the middle outwards. */
  colours: readonly string[]
  /** Petals of the flower; 0 for plain rings. */
  petals: number
}

const side = 192

/** Draws a flower of rings as a PNG with a palette: a few kB, so that the repository holds no picture. */
export function drawAvatar({ colours, petals }: AvatarDrawing): Uint8Array {
  const rows = Buffer.alloc(side * (side + 1))
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const [x, y] = [column - side / 2 + 0.5, row - side / 2 + 0.5]
      const wave = 1 + 0.16 * Math.cos(petals * Math.atan2(y, x))
      const ring = Math.floor((Math.hypot(x, y) / (side * 0.62)) * wave * colours.length)
      // Each row begins with its filter: none.
      rows[row * (side + 1) + column + 1] = Math.min(colours.length - 1, ring)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits a pixel, each an entry of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  const palette = Buffer.from(colours.map((colour) => colour.slice(1)).join(''), 'hex')
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
