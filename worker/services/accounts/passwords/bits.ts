import { createHash } from 'node:crypto'

/** With 17 bits of room for each password, 1 in 3,500 others is taken for a common one. */
const hashes = 12

/** Returns the bits that a password sets in a Bloom filter of this many bits. */
export function passwordBits(password: string, size: number): number[] {
  const digest = createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest()
  const [start, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)]
  return Array.from({ length: hashes }, (_, index) => (start + index * step) % size)
}
