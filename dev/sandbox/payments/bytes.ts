/** Returns UTF-8 in a buffer of its own, as Web Crypto requires. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}
