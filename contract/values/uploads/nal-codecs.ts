/**
 * What a NAL unit is for. Decoders skip `unread` ones: padding, reserved types, further views and layers, and
 * partitions of no profile here.
 */
type UnitPurpose = 'slice' | 'settings' | 'messages' | 'delimiter' | 'unread'

export interface NalCodec {
  /** Box of its settings in an MP4. Its byte `lengthAt` holds how long the lengths of units are. */
  settings: string
  lengthAt: number
  headerBytes: number
  /** Header of a unit of padding, by the header that it replaces. */
  padding(header: Uint8Array): number[]
  /** Tells what a unit is for, by the first byte of its header. */
  purposeOf(header: number): UnitPurpose
}

/** ITU-T H.264, table 7-1, ITU-T H.265, table 7-1, and ISO/IEC 14496-15, 5.3.3 and 8.3.3. */
export const nalCodecs = {
  avc: {
    settings: 'avcC',
    lengthAt: 4,
    headerBytes: 1,
    padding: () => [12],
    purposeOf: uses((header) => header & 0x1f, {
      slice: [1, 5],
      messages: [6],
      settings: [7, 8],
      delimiter: [9, 10, 11],
    }),
  },
  hevc: {
    settings: 'hvcC',
    lengthAt: 21,
    headerBytes: 2,
    padding: ([, second = 1]) => [38 << 1, second & 7],
    purposeOf: uses((header) => (header >> 1) & 0x3f, {
      slice: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20, 21],
      messages: [39, 40],
      settings: [32, 33, 34],
      delimiter: [35, 36, 37],
    }),
  },
} satisfies Record<string, NalCodec>

function uses(typeOf: (header: number) => number, types: Record<Exclude<UnitPurpose, 'unread'>, number[]>) {
  const purposes = new Map<number, UnitPurpose>()
  for (const purpose of ['slice', 'settings', 'messages', 'delimiter'] as const) {
    for (const type of types[purpose]) purposes.set(type, purpose)
  }
  return (header: number): UnitPurpose => purposes.get(typeOf(header)) ?? 'unread'
}
