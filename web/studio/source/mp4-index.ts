const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Boxes that begin with version and flags, creation time and modification time. */
const timed = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Finishes the index of a new MP4 in place. Sets creation times to zero and clears the muxer's names, for privacy and so that the same
 * source always gives the same bytes. Moves chunks to the front by `shift` bytes.
 */
export function finishIndex(moov: Uint8Array, shift: number): void {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength)
  walk(view, 0, moov.byteLength, shift)
}

function walk(view: DataView, from: number, to: number, shift: number): void {
  for (let at = from; at < to; ) {
    const { type, size } = boxAt(view, at)
    if (size < 8) throw new RangeError(`A ${type} box of ${size} bytes.`)
    if (containers.has(type)) walk(view, at + 8, at + size, shift)
    else if (timed.has(type)) clearTimes(view, at + 8)
    else if (type === 'hdlr') clear(view, at + 32, at + size)
    else if (type === 'stsd' && boxAt(view, at + 16).type === 'avc1') clear(view, at + 66, at + 98)
    else if (type === 'stco' || type === 'co64') moveChunks(view, at + 8, type, shift)
    at += size
  }
}

/** Returns type and size of the box at an offset; its header must be in view. */
export function boxAt(view: DataView, at: number): { type: string; size: number } {
  const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)))
  const size = view.getUint32(at)
  return { type, size: size === 1 ? Number(view.getBigUint64(at + 8)) : size }
}

function clearTimes(view: DataView, at: number): void {
  const bytes = view.getUint8(at) === 1 ? 16 : 8
  for (let offset = 0; offset < bytes; offset++) view.setUint8(at + 4 + offset, 0)
}

/** Names of the handler and of the compressor: the muxer gives its own. */
function clear(view: DataView, from: number, end: number): void {
  for (let offset = from; offset < end; offset++) view.setUint8(offset, 0)
}

function moveChunks(view: DataView, at: number, type: 'stco' | 'co64', shift: number): void {
  const count = view.getUint32(at + 4)
  for (let index = 0; index < count; index++) {
    if (type === 'stco') {
      const place = at + 8 + 4 * index
      view.setUint32(place, view.getUint32(place) - shift)
    } else {
      const place = at + 8 + 8 * index
      view.setBigUint64(place, view.getBigUint64(place) - BigInt(shift))
    }
  }
}
