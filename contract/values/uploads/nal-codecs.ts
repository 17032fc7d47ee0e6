/**
 * What a NAL unit is for. Decoders skip `unread` ones: padding, reserved types, further views and layers, and
 * partitions of no profile here.
 */
type UnitPurpose = 'slice' | 'settings' | 'messages' | 'delimiter' | 'end' | 'unread'

/**
 * The most bytes of a parameter set; one has some 50. What is behind its last field is found by decoders alone.
 */
export const maxSettings = 2048

interface Range {
  least: number
  most: number
}

export interface NalCodec {
  /** Box of its settings in an MP4. Its byte `lengthAt` holds how long the lengths of units are. */
  settings: string
  lengthAt: number
  headerBytes: number
  /** Returns a byte of a padding unit's header, by its place and the byte that it replaces. */
  padding(at: number, old: number): number
  /**
   * Messages that decoders and players act on, with the bytes that each may have: buffering and times, places to
   * start at, sets and units of HEVC, two pictures in one, rotation, and brightness.
   */
  messages: ReadonlyMap<number, Range>
  /** Tells what a unit is for, by the first byte of its header. */
  purposeOf(header: number): UnitPurpose
}

const upTo = (most: number): Range => ({ least: 0, most })
const exactly = (bytes: number): Range => ({ least: bytes, most: bytes })
/** Types of both codecs: ITU-T H.264, annex D, and ITU-T H.265, annex D. */
const messages: [number, Range][] = [
  [1, upTo(36)],
  [6, upTo(5)],
  [45, upTo(18)],
  [47, upTo(7)],
  [137, exactly(24)],
  [144, exactly(4)],
  [147, exactly(1)],
  [148, exactly(8)],
]

/** ITU-T H.264, table 7-1, ITU-T H.265, table 7-1, and ISO/IEC 14496-15, 5.3.3 and 8.3.3. */
export const nalCodecs = {
  avc: {
    settings: 'avcC',
    lengthAt: 4,
    headerBytes: 1,
    padding: () => 12,
    messages: new Map([...messages, [0, upTo(20)]]),
    purposeOf: uses((header) => header & 0x1f, {
      slice: [1, 5],
      messages: [6],
      settings: [7, 8],
      delimiter: [9],
      end: [10, 11],
    }),
  },
  hevc: {
    settings: 'hvcC',
    lengthAt: 21,
    headerBytes: 2,
    padding: (at, old) => (at === 0 ? 38 << 1 : old & 7),
    messages: new Map([...messages, [0, upTo(48)], [129, upTo(20)], [130, upTo(13)]]),
    purposeOf: uses((header) => (header >> 1) & 0x3f, {
      slice: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20, 21],
      messages: [39, 40],
      settings: [32, 33, 34],
      delimiter: [35],
      end: [36, 37],
    }),
  },
} satisfies Record<string, NalCodec>

function uses(typeOf: (header: number) => number, types: Record<Exclude<UnitPurpose, 'unread'>, number[]>) {
  const purposes = new Map<number, UnitPurpose>()
  for (const purpose of ['slice', 'settings', 'messages', 'delimiter', 'end'] as const) {
    for (const type of types[purpose]) purposes.set(type, purpose)
  }
  return (header: number): UnitPurpose => purposes.get(typeOf(header)) ?? 'unread'
}
