import { denseTyped } from '../shared/typed'

/** Number of codes in a batch. */
export const giftCodeCount = { min: 1, max: 500 } as const

export const giftCodeName = { min: 3, max: 60 } as const
export const giftCodeNoteMax = 300

/** How far ahead the last day to redeem may be. */
export const giftCodeYears = 10

/** Digits and letters without I, L, O and U, which are misread or form words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 130 bits. */
const secretLength = 26
const length = secretLength + 2
/**
 * A prime that is higher than the largest value of a sign times the length, and lower than the number of
 * values that two signs can hold.
 */
const checkedBy = 1021

export const giftCodeMessages = {
  incomplete: `Check the code. It has ${length} letters and digits, and something in it is missing or mistyped.`,
  /** One message for all these cases, so that it reveals nothing about other people's codes. */
  invalid: "This code can't be redeemed. It may have been used, have expired, or not exist.",
  nameTaken:
    'A batch with this name already exists. If you never saw its codes, revoke it and make another under a new name.',
  lastDay: `Choose a day from today to ${giftCodeYears} years from now.`,
  count: `Enter ${giftCodeCount.min} to ${giftCodeCount.max} codes.`,
  reason: 'Give a reason. The audit log keeps it.',
  name: `Enter a name of at least ${giftCodeName.min} characters.`,
} as const

/** Returns a code made of random bytes; it uses the lowest five bits of each. */
export function giftCodeOf(random: Uint8Array): string {
  const secret = Array.from(random.subarray(0, secretLength), (byte) => alphabet.charAt(byte % 32)).join('')
  if (secret.length < secretLength) throw new Error(`A gift code needs ${secretLength} random bytes`)
  return secret + checkOf(secret)
}

/** Bytes that `giftCodeOf` needs. */
export const giftCodeBytes = secretLength

/** Groups a code for display and typing: `7K3M-0QXD-…`. */
export function spacedGiftCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/**
 * Returns a typed code in its standard form: case, spaces and dashes don't matter, and misread signs are
 * corrected. Null if it can't be a code: the last two signs are a checksum of the others, which tells a typo
 * from a wrong code.
 */
export function readGiftCode(text: string): string | null {
  const code = denseTyped(text).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1').replaceAll('U', 'V')
  if (code.length !== length || ![...code].every((sign) => alphabet.includes(sign))) return null
  const secret = code.slice(0, secretLength)
  return code === secret + checkOf(secret) ? code : null
}

/**
 * Returns the checksum, which differs for any two codes that differ in one sign or have two signs swapped.
 */
function checkOf(secret: string): string {
  const sum = [...secret].reduce((sum, sign, index) => sum + (index + 1) * alphabet.indexOf(sign), 0)
  const check = sum % checkedBy
  return alphabet.charAt(check >> 5) + alphabet.charAt(check % 32)
}
