import { box, fullBox, u32, u64 } from './boxes'

/** One coded frame, or one packet of sound. */
export interface CodedSample {
  data: Uint8Array
  /** Seconds at which it is shown. */
  timestamp: number
  key: boolean
}

/** The samples of one track in a segment, in decoding order. */
export interface TrackRun {
  id: number
  timescale: number
  samples: readonly CodedSample[]
  /** Seconds at which the last one ends. */
  end: number
}

const dataOffsetPresent = 0x1
const durationPresent = 0x100
const sizePresent = 0x200
const flagsPresent = 0x400
const compositionOffsetPresent = 0x800
const defaultBaseIsMoof = 0x20000
/** Depends on no other sample. */
const keyFlags = 0x02000000
/** Depends on others, and isn't a place to start at. */
const deltaFlags = 0x01010000

/** Writes one segment, `moof mdat`. Tracks without samples are left out. */
export function renderFragment(sequence: number, tracks: readonly TrackRun[]): Uint8Array<ArrayBuffer> {
  const runs = tracks.filter(({ samples }) => samples.length > 0)
  const sizes = runs.map(({ samples }) => samples.reduce((sum, { data }) => sum + data.byteLength, 0))
  const media = sizes.reduce((sum, size) => sum + size, 0)
  // Data offsets count from the moof, whose length doesn't depend on them.
  const moofSize = moof(sequence, runs, sizes, 0).length
  const head = moof(sequence, runs, sizes, moofSize + 8)

  const bytes = new Uint8Array(moofSize + 8 + media)
  bytes.set(head)
  bytes.set([...u32(media + 8), 0x6d, 0x64, 0x61, 0x74], moofSize)
  let at = moofSize + 8
  for (const { samples } of runs) {
    for (const { data } of samples) {
      bytes.set(data, at)
      at += data.byteLength
    }
  }
  return bytes
}

function moof(sequence: number, runs: readonly TrackRun[], sizes: readonly number[], dataAt: number) {
  let offset = dataAt
  const trafs = runs.map((run, index) => {
    const traf = renderTrack(run, offset)
    offset += sizes[index] ?? 0
    return traf
  })
  return box('moof', fullBox('mfhd', 0, 0, u32(sequence)), ...trafs)
}

function renderTrack({ id, timescale, samples, end }: TrackRun, dataOffset: number) {
  const shown = samples.map(({ timestamp }) => Math.round(timestamp * timescale))
  // Decoding times are the sorted display times. A frame shown before its decoding time gets a negative
  // offset, so no edit list is needed.
  const decoded = [...shown].sort((one, other) => one - other)
  const ends = [...decoded.slice(1), Math.round(end * timescale)]
  const rows = samples.flatMap(({ data, key }, index) => {
    const [time = 0, decodeTime = 0, next = 0] = [shown[index], decoded[index], ends[index]]
    return [
      ...u32(Math.max(0, next - decodeTime)),
      ...u32(data.byteLength),
      ...u32(key ? keyFlags : deltaFlags),
      ...u32(time - decodeTime),
    ]
  })
  const present = dataOffsetPresent | durationPresent | sizePresent | flagsPresent | compositionOffsetPresent
  return box(
    'traf',
    fullBox('tfhd', 0, defaultBaseIsMoof, u32(id)),
    fullBox('tfdt', 1, 0, u64(decoded[0] ?? 0)),
    fullBox('trun', 1, present, u32(samples.length), u32(dataOffset), rows),
  )
}
