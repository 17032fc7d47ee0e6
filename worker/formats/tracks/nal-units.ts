import type { Picker } from './picker'

/** What a NAL unit is for. Decoders skip `unread` ones: padding, reserved types, partitions of no profile here. */
export type UnitPurpose = 'slice' | 'settings' | 'messages' | 'unread'

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
      settings: [7, 8, 9, 10, 11, 13, 14, 15, 19, 20, 21],
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
      settings: [32, 33, 34, 35, 36, 37],
    }),
  },
} satisfies Record<string, NalCodec>

function uses(typeOf: (header: number) => number, types: Record<Exclude<UnitPurpose, 'unread'>, number[]>) {
  return (header: number): UnitPurpose => {
    const type = typeOf(header)
    if (types.slice.includes(type)) return 'slice'
    if (types.messages.includes(type)) return 'messages'
    return types.settings.includes(type) ? 'settings' : 'unread'
  }
}

/** Receives NAL units one after the other, each in pieces; the first piece begins with the header. */
export interface UnitVisitor {
  begin(header: number): void
  write(piece: Uint8Array): void
  end(): void
}

/** Passes a sample's NAL units to a visitor. Each follows its length, as in MP4 and Matroska. */
export function unitsByLength(lengthSize: number, visitor: UnitVisitor): Picker {
  let lengthLeft = lengthSize
  let left = 0
  let isFirst = false
  const begin = () => {
    visitor.end()
    lengthLeft = lengthSize
    left = 0
  }
  return {
    begin,
    end: begin,
    write: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        if (lengthLeft > 0) {
          left = left * 256 + (bytes[at++] ?? 0)
          lengthLeft -= 1
          isFirst = true
        } else {
          if (isFirst && left > 0) visitor.begin(bytes[at] ?? 0)
          isFirst = false
          const piece = bytes.subarray(at, at + left)
          visitor.write(piece)
          at += piece.length
          left -= piece.length
        }
        if (lengthLeft === 0 && left === 0) begin()
      }
    },
  }
}

/** Passes NAL units that follow start codes to a visitor, with the zeros behind each: ITU-T H.264, annex B. */
export function unitsByStartCode(visitor: UnitVisitor): Picker {
  /** Zeros right before the current byte, which may begin a start code. */
  let zeros = 0
  let isFirst = false
  let isInside = false
  const begin = () => {
    visitor.end()
    zeros = 0
    isFirst = false
    isInside = false
  }
  return {
    begin,
    end: begin,
    write: (bytes) => {
      let from = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0
        if (isFirst) {
          visitor.begin(byte)
          isFirst = false
          isInside = true
          from = at
        }
        if (byte === 1 && zeros >= 2) {
          if (isInside && at > from) visitor.write(bytes.subarray(from, at))
          visitor.end()
          isFirst = true
          isInside = false
        }
        zeros = byte === 0 ? zeros + 1 : 0
      }
      if (isInside) visitor.write(bytes.subarray(from))
    },
  }
}
