const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A TRON address in hex: the network's byte 41 and 20 bytes. The checksum is left to whoever needs it. */
export function tronHex(address: string): string {
  let number = 0n
  for (const letter of address) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) throw new Error(`Not an address: ${address}`)
    number = number * 58n + BigInt(digit)
  }
  return number.toString(16).padStart(50, '0').slice(0, 42)
}
