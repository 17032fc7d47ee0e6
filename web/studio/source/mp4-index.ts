const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Boxes that begin with version and flags, creation time and modification time. */
const timed = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Finishes the index of a new MP4 in place. Sets creation times to zero and clears the muxer's names, for privacy and so that the same
 * source always gives the same bytes. Moves chunks to the front by `shift` bytes.
 */
export function finishIndex(moov: Uint8Array, shift: number): void {
  const view = viewOf(moov)
  for (const { type, at, size } of boxesIn(view, 0, moov.byteLength)) {
    if (timed.has(type)) clearTimes(view, at + 8)
    else if (type === 'hdlr') clear(view, at + 32, at + size)
    else if (type === 'stsd' && boxAt(view, at + 16).type === 'avc1') clear(view, at + 66, at + 98)
    else if (isOfChunks(type)) moveChunks(view, at, type, shift)
  }
}

/** Returns where the first chunk of any track lies in the file; Infinity when there is none. */
export function firstChunkOf(moov: Uint8Array): number {
  const view = viewOf(moov)
  let first = Number.POSITIVE_INFINITY
  for (const { type, at } of boxesIn(view, 0, moov.byteLength)) {
    if (isOfChunks(type)) for (const { offset } of chunksIn(view, at, type)) first = Math.min(first, offset)
  }
  return first
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** Yields the boxes of an index, except boxes that only group others. */
function* boxesIn(
  view: DataView,
  from: number,
  to: number,
): Generator<{ type: string; at: number; size: number }> {
  for (let at = from; at < to; ) {
    const { type, size } = boxAt(view, at)
    if (size < 8) throw new RangeError(`A ${type} box of ${size} bytes.`)
    if (containers.has(type)) yield* boxesIn(view, at + 8, at + size)
    else yield { type, at, size }
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

function isOfChunks(type: string): type is 'stco' | 'co64' {
  return type === 'stco' || type === 'co64'
}

/** Yields where the chunks of a box lie in the file, and where the box says so. */
function* chunksIn(
  view: DataView,
  at: number,
  type: 'stco' | 'co64',
): Generator<{ offset: number; place: number }> {
  const width = type === 'stco' ? 4 : 8
  const end = at + 16 + width * view.getUint32(at + 12)
  for (let place = at + 16; place < end; place += width) {
    yield { offset: type === 'stco' ? view.getUint32(place) : Number(view.getBigUint64(place)), place }
  }
}

function moveChunks(view: DataView, at: number, type: 'stco' | 'co64', shift: number): void {
  for (const { offset, place } of chunksIn(view, at, type)) {
    if (type === 'stco') view.setUint32(place, offset - shift)
    else view.setBigUint64(place, BigInt(offset - shift))
  }
}
