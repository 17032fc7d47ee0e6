/** Parts of a box: bytes, or numbers written by the helpers below. */
type Part = Uint8Array | readonly number[]

/** Writes an ISO box. */
export function box(type: string, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  const bytes = new Uint8Array(size)
  bytes.set(u32(size))
  bytes.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  )
  let at = 8
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Writes a box with version and flags. */
export function fullBox(
  type: string,
  version: number,
  flags: number,
  ...parts: Part[]
): Uint8Array<ArrayBuffer> {
  return box(type, u32(version * 2 ** 24 + flags), ...parts)
}

export function u16(value: number): number[] {
  return [(value >>> 8) & 255, value & 255]
}

/** Writes a 32-bit number, also a negative one in two's complement. */
export function u32(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}

export function u64(value: number): number[] {
  return [...u32(Math.floor(value / 2 ** 32)), ...u32(value % 2 ** 32)]
}
