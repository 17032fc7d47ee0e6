import { viewOf } from '../bytes'
import { BoxError } from './boxes'

/** A segment index box, ISO/IEC 14496-12, 8.16.3. */
export interface Sidx {
  trackId: number
  /** Units of a duration in a second. */
  timescale: number
  /** Bytes between the end of this box and the first segment. */
  gap: number
  references: { bytes: number; duration: number }[]
}

const referenceBytes = 12

/** Reads the box after its header. Throws BoxError for anything but a flat list of segments. */
export function parseSidx(payload: Uint8Array): Sidx {
  const view = viewOf(payload)
  const version = payload[0] ?? 0xff
  if (version > 1) throw new BoxError('malformed', `A segment index of version ${version}.`)
  const fields = version === 0 ? 24 : 32
  if (payload.length < fields) throw new BoxError('malformed', 'The segment index has no fields.')
  const timescale = view.getUint32(8)
  // A double is exact up to 2^53; anything near is past the end of the file.
  const gap = version === 0 ? view.getUint32(16) : Number(view.getBigUint64(20))
  const count = view.getUint16(fields - 2)
  if (timescale === 0) throw new BoxError('malformed', 'The segment index counts no time.')
  if (count === 0) throw new BoxError('malformed', 'The segment index names no segment.')
  if (payload.length !== fields + count * referenceBytes) {
    throw new BoxError('malformed', 'The segment index has another length than it says.')
  }
  const references = Array.from({ length: count }, (_, number) => {
    const at = fields + number * referenceBytes
    const size = view.getUint32(at)
    // The first bit says that this is another index instead of media.
    if (size >= 2 ** 31) throw new BoxError('malformed', 'The segment index names further indexes.')
    return { bytes: size, duration: view.getUint32(at + 4) }
  })
  return { trackId: view.getUint32(4), timescale, gap, references }
}
