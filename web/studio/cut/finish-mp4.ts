import type { RandomAccessFile } from '../files/sync-file'
import { boxAt, finishIndex, firstChunkOf } from '../source/mp4-index'

const step = 4 * 1024 * 1024

/**
 * Finishes a file of `ftyp moov [free] mdat`. The muxer reserves for the worst case, several megabytes an
 * hour, and eight bytes for the size of media over 4 GB, which it leaves in front of smaller ones. Moving the
 * media up spares players from fetching that hole before the first frame, and the server from storing the file
 * again without bytes that no track refers to.
 */
export function finishMp4(file: RandomAccessFile): void {
  const moovAt = header(file, 0).size
  const moovSize = expect(header(file, moovAt), 'moov').size
  const moovEnd = moovAt + moovSize
  const next = header(file, moovEnd)
  const mdat = expect(next.type === 'free' ? header(file, moovEnd + next.size) : next, 'mdat')

  const moov = new Uint8Array(moovSize)
  file.read(moov, { at: moovAt })
  const media = Math.min(firstChunkOf(moov), mdat.at + mdat.size)
  const unused = media - (mdat.at + mdat.bytes.length)
  const isLarge = mdat.bytes.length > 8
  if (unused < 0 || (isLarge && unused > 0) || mdat.at + mdat.size !== file.getSize()) {
    throw new RangeError('The media are not where the index says.')
  }
  if (unused > 0) new DataView(mdat.bytes.buffer).setUint32(0, mdat.size - unused)
  const to = moovEnd + mdat.bytes.length
  finishIndex(moov, media - to)
  file.write(moov, { at: moovAt })
  file.write(mdat.bytes, { at: moovEnd })
  moveUp(file, media, to)
}

interface Header {
  type: string
  at: number
  /** Of the box. */
  size: number
  /** Of the header. */
  bytes: Uint8Array<ArrayBuffer>
}

function header(file: RandomAccessFile, at: number): Header {
  const bytes = new Uint8Array(16)
  file.read(bytes, { at })
  const view = new DataView(bytes.buffer)
  const isLarge = view.getUint32(0) === 1
  return { ...boxAt(view, 0), at, bytes: isLarge ? bytes : bytes.slice(0, 8) }
}

function expect(box: Header, type: string): Header {
  if (box.type !== type) throw new RangeError(`${box.type} where ${type} belongs.`)
  return box
}

/**
 * Moves the rest of the file to a place before it. Reading stays ahead of writing, so no byte is overwritten before
 * it is read.
 */
function moveUp(file: RandomAccessFile, from: number, to: number): void {
  if (from === to) return
  const size = file.getSize()
  const buffer = new Uint8Array(step)
  for (let at = from; at < size; at += step) {
    const length = file.read(buffer, { at })
    file.write(buffer.subarray(0, length), { at: to + at - from })
  }
  file.truncate(to + size - from)
}
