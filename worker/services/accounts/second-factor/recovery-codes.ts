import { createHmac, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '#contract/values/accounts/account'
import { denseTyped } from '#contract/values/shared/typed'
import type { Key } from '#worker/config'

/** Without I, L, O and U, which are misread or form words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 60 bits. */
const length = 12

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join(''),
  )
}

/** Groups a code for display and typing: `7K3M-0QXD-W9TB`. */
export function spaced(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** Normalises a typed code; null when it can't be one. */
export function readRecoveryCode(text: string): string | null {
  const code = denseTyped(text).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((sign) => alphabet.includes(sign)) ? code : null
}

/**
 * Returns the stored form, `<pepper>:<hash>`. With 60 bits and a key outside the database, a fast hash is
 * enough.
 */
export function recoveryHash(code: string, userId: number, pepper: Key): string {
  const hash = createHmac('sha256', pepper.secret).update(`recovery code\n${userId}\n${code}`)
  return `${pepper.id}:${hash.digest('base64url')}`
}

/** Tells whether a stored hash uses a pepper that is still configured. */
export function isUsable(hash: string, peppers: Key[]): boolean {
  return peppers.some(({ id }) => hash.startsWith(`${id}:`))
}
