import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { messages } from '#contract/values/accounts/messages'
import { passwordLength } from '#contract/values/shared/limits'
import { type Config, type Key, type PasswordCost, productionCost } from '#worker/config'
import { invalidField } from '#worker/errors'

/** The current hashing settings. */
type Hashing = Pick<Config, 'passwordCost' | 'passwordPeppers'>

const saltBytes = 16
const hashBytes = 32

/**
 * Returns `$scrypt$ln=14,r=8,p=5,k=<pepper>$<salt>$<hash>`: it names its own parameters, so that a cheaper
 * one still opens.
 */
export function hashPassword(password: string, hashing: Hashing): string {
  const [pepper] = hashing.passwordPeppers
  if (!pepper) throw new Error('No pepper')
  const salt = randomBytes(saltBytes)
  const hash = derive(password, salt, pepper, hashing.passwordCost)
  return `${prefix(hashing)}${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * Tells whether the password is right, and returns a new hash of a right one whose stored hash has weaker
 * parameters or an older pepper.
 */
export function verifyPassword(
  password: string,
  stored: string,
  hashing: Hashing,
): { right: boolean; renewed: string | null } {
  const { passwordCost, passwordPeppers } = hashing
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+),k=(\w+)\$([\w-]+)\$([\w-]+)$/.exec(stored)
  const pepper = passwordPeppers.find((key) => key.id === match?.[4])
  if (!match || !pepper) throw new Error('A stored password hash is unreadable')
  const used = { ln: Number(match[1]), r: Number(match[2]), p: Number(match[3]) }
  // Memory use grows with these, so a stored hash may not need more than any that was ever made.
  if (used.ln > productionCost || used.r > passwordCost.r || used.p > passwordCost.p)
    throw new Error('A stored password hash is costlier than any that is made')
  const expected = Buffer.from(match[6] ?? '', 'base64url')
  const actual = derive(password, Buffer.from(match[5] ?? '', 'base64url'), pepper, used)
  const weaker = used.ln < passwordCost.ln || used.r < passwordCost.r || used.p < passwordCost.p
  const right = timingSafeEqual(actual, expected)
  const outdated = weaker || pepper !== passwordPeppers[0]
  return { right, renewed: right && outdated ? hashPassword(password, hashing) : null }
}

/** Returns a hash that no password matches, so that an unknown name takes as long as a wrong password. */
export function dummyHash(hashing: Hashing): string {
  return `${prefix(hashing)}${'A'.repeat(22)}$${'A'.repeat(43)}`
}

function prefix({ passwordCost: { ln, r, p }, passwordPeppers }: Hashing): string {
  return `$scrypt$ln=${ln},r=${r},p=${p},k=${passwordPeppers[0]?.id}$`
}

/** Blocks for about 160 ms. Whoever serves a request gets here by `inHashQueue` alone. */
function derive(password: string, salt: Buffer, pepper: Key, { ln, r, p }: PasswordCost): Buffer {
  if (new TextEncoder().encode(password).length > passwordLength.maxBytes) {
    throw invalidField('password', messages.passwordLong)
  }
  const peppered = createHmac('sha256', pepper.secret).update(password).digest()
  return scryptSync(peppered, salt, hashBytes, { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r })
}
