import { createHash } from 'node:crypto'
import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { pickObus } from './obus'
import type { Keep, Picker } from './picker'
import { pickSlices } from './slices'
import { pickVpFrames } from './vp-frames'

/** How the samples of a track are coded, as far as a remux may change that. */
export type Coding =
  /** H.264 or HEVC. `lengthSize` is the bytes of the length before each NAL unit; null for Annex B's start codes. */
  { name: keyof typeof nalCodecs; lengthSize: number | null } | { name: 'vp8' | 'vp9' | 'av1' | 'other' }

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
  switch (coding.name) {
    case 'avc':
    case 'hevc':
      return pickSlices(nalCodecs[coding.name], coding.lengthSize, keep)
    case 'vp8':
    case 'vp9':
      return pickVpFrames(coding.name, keep)
    case 'av1':
      return pickObus(keep)
    case 'other':
      return { begin: () => undefined, write: keep, end: () => undefined }
  }
}
