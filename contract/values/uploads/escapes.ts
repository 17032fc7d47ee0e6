/** The byte behind two zeros that keeps NAL units from containing a start code: ITU-T H.264, 7.4.1.1. */
export const escapeByte = 3

/** Returns the bytes of a NAL unit without escapes. */
export function unescaped(bytes: Uint8Array): Uint8Array {
  const found = new Uint8Array(bytes.length)
  let [length, zeros] = [0, 0]
  for (const byte of bytes) {
    if (byte === escapeByte && zeros >= 2) {
      zeros = 0
      continue
    }
    found[length++] = byte
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return found.subarray(0, length)
}

/** Writes the escapes that are needed. */
export function escaped(bytes: Uint8Array): Uint8Array {
  const found: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= escapeByte) {
      found.push(escapeByte)
      zeros = 0
    }
    found.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(found)
}
