import { createHash } from 'node:crypto'
import { bech32, createBase58check } from '@scure/base'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())
// The alphabet and the padding of bech32, under a checksum of its own, which the package doesn't have.
const base32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** Returns the 20 bytes of a TRON address in hex, as contracts log it; null for anything else. */
export function tronKey(address: string): string | null {
  const bytes = decodeBase58(address)
  return bytes?.length === 21 && bytes[0] === 0x41 ? Buffer.from(bytes.slice(1)).toString('hex') : null
}

/** Returns a key shared by the old and new forms of a Bitcoin Cash address; null for anything else. */
export function bitcoinCashKey(address: string): string | null {
  return cashKey(address) ?? legacyKey(address)
}

function legacyKey(address: string): string | null {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 21) return null
  const kind = { 0: 'key', 5: 'script' }[bytes[0] ?? -1]
  return kind ? `${kind}:${Buffer.from(bytes.slice(1)).toString('hex')}` : null
}

function cashKey(address: string): string | null {
  // The prefix may be left out, and upper case is the same address; a mixture is not one.
  const bare = (address === address.toUpperCase() ? address.toLowerCase() : address).replace(
    /^bitcoincash:/,
    '',
  )
  const values = Array.from(bare, (char) => base32.indexOf(char))
  if (values.length !== 42 || values.includes(-1) || checksum(values) !== 0n) return null
  const bytes = bech32.fromWordsUnsafe(values.slice(0, -8))
  if (bytes?.length !== 21) return null
  const kind = { 0: 'key', 8: 'script' }[bytes[0] ?? -1]
  return kind ? `${kind}:${Buffer.from(bytes.slice(1)).toString('hex')}` : null
}

const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/** Returns the new form's checksum: zero over prefix, payload and its last eight characters. */
function checksum(values: number[]): bigint {
  const prefix = Array.from('bitcoincash', (char) => char.charCodeAt(0) & 31)
  let state = 1n
  for (const value of [...prefix, 0, ...values]) {
    const top = state >> 35n
    state = ((state & 0x07ffffffffn) << 5n) ^ BigInt(value)
    generators.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) state ^= generator
    })
  }
  return state ^ 1n
}

/** Returns the payload if the four bytes after it are its checksum. */
function decodeBase58(text: string): Uint8Array | null {
  // The time that decoding takes grows with the square of the length.
  if (text.length > 64) return null
  try {
    return base58check.decode(text)
  } catch {
    return null
  }
}
