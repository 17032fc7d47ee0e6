import { base58, hex } from '@scure/base'

/** A TRON address in hex: the network's byte 41 and 20 bytes. The checksum is left to whoever needs it. */
export function tronHex(address: string): string {
  return hex.encode(base58.decode(address).slice(0, 21))
}
