import { createHash } from 'node:crypto'
import { pickByLength, pickByStartCode } from './nal-units'
import { pickObus } from './obus'
import type { Keep, Picker } from './picker'

/** How the samples of a track are coded, as far as a remux may change that. */
export type Coding =
  /** H.264. `lengthSize` is the bytes of the length before each NAL unit; null for Annex B's start codes. */
  { name: 'avc'; lengthSize: number | null } | { name: 'av1' } | { name: 'other' }

/** Hashes the samples of a track in the order they are given. */
export interface TrackHash {
  begin(size: number): void
  write(bytes: Uint8Array): void
  /** Returns the hash in hex; null if the samples were empty. */
  digest(): string | null
}

export function trackHash(coding: Coding): TrackHash {
  const hash = createHash('sha256')
  let isEmpty = true
  const picker = pickerOf(coding, (bytes) => {
    if (bytes.length === 0) return
    isEmpty = false
    hash.update(bytes)
  })
  return {
    begin: picker.begin,
    write: picker.write,
    digest: () => {
      picker.end()
      return isEmpty ? null : hash.digest('hex')
    },
  }
}

function pickerOf(coding: Coding, keep: Keep): Picker {
  if (coding.name === 'av1') return pickObus(keep)
  if (coding.name === 'other') return { begin: () => undefined, write: keep, end: () => undefined }
  return coding.lengthSize === null ? pickByStartCode(keep) : pickByLength(coding.lengthSize, keep)
}
