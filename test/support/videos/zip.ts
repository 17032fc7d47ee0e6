import { crc32 } from 'node:zlib'

/**
 * Reads the files of an archive without compression, and checks each against its checksum and its two
 * headers.
 */
export function readZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = bytes.length - 22
  if (view.getUint32(end, true) !== 0x0605_4b50) throw new Error('The archive has no end')
  const files = new Map<string, Uint8Array>()
  let place = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(place, true) !== 0x0201_4b50) throw new Error('The directory is broken')
    const [sum, stored, size] = [16, 20, 24].map((at) => view.getUint32(place + at, true))
    const [nameLength = 0, extra = 0] = [28, 30].map((at) => view.getUint16(place + at, true))
    const local = view.getUint32(place + 42, true)
    const name = new TextDecoder().decode(bytes.subarray(place + 46, place + 46 + nameLength))
    const [localName = 0, localExtra = 0] = [26, 28].map((at) => view.getUint16(local + at, true))
    const from = local + 30 + localName + localExtra
    const contents = bytes.slice(from, from + (size ?? 0))
    const isSame = new TextDecoder().decode(bytes.subarray(local + 30, local + 30 + localName)) === name
    if (view.getUint32(local, true) !== 0x0403_4b50 || !isSame)
      throw new Error(`${name} isn't where it should be`)
    if (stored !== size || crc32(contents) !== sum) throw new Error(`${name} isn't what it was`)
    files.set(name, contents)
    place += 46 + nameLength + extra
  }
  return files
}
