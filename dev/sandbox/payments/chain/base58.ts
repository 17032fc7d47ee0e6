import { base58, hex } from '@scure/base'

/** Returns a TRON address in hex: the network's byte 41 and 20 bytes. The checksum isn't verified. */
export function tronHex(address: string): string {
  return hex.encode(base58.decode(address).slice(0, 21))
}
