import { boxAt, finishIndex } from '../source/mp4-index'

/** A file with random access: OPFS in a worker, or bytes in memory. */
export interface RandomAccessFile {
  getSize(): number
  read(into: Uint8Array<ArrayBuffer>, options: { at: number }): number
  write(from: Uint8Array, options: { at: number }): number
  truncate(size: number): void
}

const step = 4 * 1024 * 1024

/**
 * Finishes a file of `ftyp moov [free] mdat`. The muxer reserves for the worst case, several megabytes an
 * hour. Moving the media up spares players from fetching that hole before the first frame.
 */
export function finishMp4(file: RandomAccessFile): void {
  const ftyp = header(file, 0)
  const moovAt = ftyp.size
  const moovSize = expect(header(file, moovAt), 'moov').size
  const moovEnd = moovAt + moovSize
  const next = header(file, moovEnd)
  const gap = next.type === 'free' ? next.size : 0
  expect(header(file, moovEnd + gap), 'mdat')

  const moov = new Uint8Array(moovSize)
  file.read(moov, { at: moovAt })
  finishIndex(moov, gap)
  file.write(moov, { at: moovAt })
  if (gap > 0) moveUp(file, moovEnd, gap)
}

function header(file: RandomAccessFile, at: number): { type: string; size: number } {
  const bytes = new Uint8Array(16)
  file.read(bytes, { at })
  return boxAt(new DataView(bytes.buffer), 0)
}

function expect(box: { type: string; size: number }, type: string): { type: string; size: number } {
  if (box.type !== type) throw new RangeError(`${box.type} where ${type} belongs.`)
  return box
}

/** Closes a gap. Reading stays ahead of writing, so no byte is overwritten before it is read. */
function moveUp(file: RandomAccessFile, to: number, gap: number): void {
  const size = file.getSize()
  const buffer = new Uint8Array(step)
  for (let at = to + gap; at < size; at += step) {
    const length = file.read(buffer, { at })
    file.write(buffer.subarray(0, length), { at: at - gap })
  }
  file.truncate(size - gap)
}
