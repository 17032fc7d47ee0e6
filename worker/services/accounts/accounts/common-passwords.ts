import { commonPasswordFilter } from './common-password-filter'
import { passwordBits } from './password-bits'

const filter = Buffer.from(commonPasswordFilter, 'base64')

/** Tells whether a password is one of the 10,000 most common, in any case. */
export function isCommonPassword(password: string): boolean {
  return passwordBits(password, filter.length * 8).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1)
}
