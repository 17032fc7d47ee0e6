import { createHmac, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '../../../../contract/values/accounts/account'
import type { Key } from '../../../config'

/** Without I, L, O and U, which are read as other signs or as words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 60 bits. */
const length = 12

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join(''),
  )
}

/** As it is shown, and best typed: `7K3M-0QXD-W9TB`. */
export function spaced(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** A code however it was typed; null where it can't be one. */
export function readRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((sign) => alphabet.includes(sign)) ? code : null
}

/** `<pepper>:<hash>`, as the database holds it. With 60 bits and a key that it doesn't know, no slow hash is needed. */
export function recoveryHash(code: string, userId: number, pepper: Key): string {
  const hash = createHmac('sha256', pepper.secret).update(`recovery code\n${userId}\n${code}`)
  return `${pepper.id}:${hash.digest('base64url')}`
}

/** Whether a stored hash is of a pepper that is still known. */
export function isUsable(hash: string, peppers: Key[]): boolean {
  return peppers.some(({ id }) => hash.startsWith(`${id}:`))
}
