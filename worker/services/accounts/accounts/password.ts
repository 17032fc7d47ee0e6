import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { messages } from '../../../../contract/values/accounts/messages'
import { passwordLength } from '../../../../contract/values/shared/limits'
import type { Key } from '../../../config'
import { AppError, invalidField } from '../../../errors'

/** OWASP's scrypt set with 16 MiB: N = 2^14, r = 8, p = 5; about 170 ms in workerd. */
export const scryptParameters = { ln: 14, r: 8, p: 5 } as const
const saltBytes = 16
const hashBytes = 32

/** Hashing holds the isolate, so one runs at a time and only a few wait. */
const queueLength = 8
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** `$scrypt$ln=14,r=8,p=5,k=<pepper>$<salt>$<hash>`: says how it was made, so that parameters can be raised later. */
export async function hashPassword(password: string, peppers: Key[]): Promise<string> {
  const [pepper] = peppers
  if (!pepper) throw new Error('No pepper')
  const salt = randomBytes(saltBytes)
  const { ln, r, p } = scryptParameters
  const hash = await derive(password, salt, pepper, scryptParameters)
  return `$scrypt$ln=${ln},r=${r},p=${p},k=${pepper.id}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether the password is right, and whether its hash should be made anew (older parameters or pepper). */
export async function verifyPassword(
  password: string,
  stored: string,
  peppers: Key[],
): Promise<{ right: boolean; outdated: boolean }> {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+),k=(\w+)\$([\w-]+)\$([\w-]+)$/.exec(stored)
  const pepper = peppers.find((key) => key.id === match?.[4])
  if (!match || !pepper) throw new Error('A stored password hash is unreadable')
  const used = { ln: Number(match[1]), r: Number(match[2]), p: Number(match[3]) }
  const expected = Buffer.from(match[6] ?? '', 'base64url')
  const actual = await derive(password, Buffer.from(match[5] ?? '', 'base64url'), pepper, used)
  const current =
    used.ln === scryptParameters.ln && used.r === scryptParameters.r && used.p === scryptParameters.p
  return { right: timingSafeEqual(actual, expected), outdated: !current || pepper !== peppers[0] }
}

/** A hash that no password opens, so that an unknown name costs the same time as a wrong password. */
export function dummyHash(peppers: Key[]): string {
  const { ln, r, p } = scryptParameters
  return `$scrypt$ln=${ln},r=${r},p=${p},k=${peppers[0]?.id}$${'A'.repeat(22)}$${'A'.repeat(43)}`
}

async function derive(
  password: string,
  salt: Buffer,
  pepper: Key,
  { ln, r, p }: { ln: number; r: number; p: number },
): Promise<Buffer> {
  if (new TextEncoder().encode(password).length > passwordLength.maxBytes) {
    throw invalidField('password', messages.passwordLong)
  }
  if (waiting >= queueLength) {
    throw new AppError('unavailable', 'Many people are signing in. Please try again in a moment.', {
      retryAfter: 1,
    })
  }
  waiting += 1
  const peppered = createHmac('sha256', pepper.secret).update(password).digest()
  const turn = last.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(peppered, salt, hashBytes, { N: 2 ** ln, r, p }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
  last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}
