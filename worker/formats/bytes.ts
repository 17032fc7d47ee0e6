/** Small readers over Uint8Array that the container and picture parsers share. */

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** One character a byte, so that four-character codes such as `©xyz` survive. Meant for short slices. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

/** The reverse of latin1(). */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

export function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  return latin1(bytes, at, at + text.length) === text
}
