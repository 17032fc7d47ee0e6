import { createHash } from 'node:crypto'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** What an address of TRON stands for: 20 bytes in hex, as contracts log it. Null for what isn't one. */
export function tronKey(address: string): string | null {
  const bytes = decodeBase58(address)
  return bytes?.length === 21 && bytes[0] === 0x41 ? hex(bytes.slice(1)) : null
}

/** Equal for the old and the new form of the same address of Bitcoin Cash. Null for what isn't one. */
export function bitcoinCashKey(address: string): string | null {
  return cashKey(address) ?? legacyKey(address)
}

function legacyKey(address: string): string | null {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 21) return null
  const kind = { 0: 'key', 5: 'script' }[bytes[0] ?? -1]
  return kind ? `${kind}:${hex(bytes.slice(1))}` : null
}

function cashKey(address: string): string | null {
  // The prefix may be left out, and upper case is the same address; a mixture is not one.
  const bare = (address === address.toUpperCase() ? address.toLowerCase() : address).replace(
    /^bitcoincash:/,
    '',
  )
  const values = Array.from(bare, (char) => base32.indexOf(char))
  if (values.length !== 42 || values.includes(-1) || checksum(values) !== 0n) return null
  const bytes = toBytes(values.slice(0, -8))
  const kind = { 0: 'key', 8: 'script' }[bytes[0] ?? -1]
  return kind && bytes.length === 21 ? `${kind}:${hex(bytes.slice(1))}` : null
}

const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/** Of the new form: zero over prefix, payload and its last eight characters. */
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

/** Five bits each to eight; what is left over is padding. */
function toBytes(values: number[]): Uint8Array {
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  )
}

/** The payload, when the four bytes behind it are its checksum. */
function decodeBase58(text: string): Uint8Array | null {
  if (text.length > 64) return null
  let number = 0n
  for (const char of text) {
    const digit = base58.indexOf(char)
    if (digit < 0) return null
    number = number * 58n + BigInt(digit)
  }
  const digits = number === 0n ? '' : number.toString(16)
  const zeros = text.length - text.replace(/^1+/, '').length
  const bytes = fromHex('00'.repeat(zeros) + (digits.length % 2 ? `0${digits}` : digits))
  const [payload, check] = [bytes.slice(0, -4), bytes.slice(-4)]
  return hex(sha256(sha256(payload)).slice(0, 4)) === hex(check) ? payload : null
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
  )
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
