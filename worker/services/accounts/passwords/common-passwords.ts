import { passwordBits } from './bits'

/** Tells whether a password is one of those in the filter, in any case. */
export function isCommonPassword(password: string, filter: Uint8Array): boolean {
  return passwordBits(password, filter.length * 8).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1)
}
