import { describe, expect, it } from 'vitest'
import {
  dummyHash,
  hashPassword,
  scryptParameters,
  verifyPassword,
} from '../../../worker/services/accounts/accounts/password'

const old = { id: 'old', secret: 'o'.repeat(32) }
const current = { id: 'new', secret: 'n'.repeat(32) }

describe('a password’s hash', () => {
  it('is made with a set that OWASP lists, inside 16 MiB', () => {
    expect(scryptParameters).toEqual({ ln: 14, r: 8, p: 5 })
    expect(128 * 2 ** scryptParameters.ln * scryptParameters.r).toBe(16 * 1024 * 1024)
  })

  it('is another one each time, and opens for its password alone', async () => {
    const [first, second] = [
      await hashPassword('a secret', [current]),
      await hashPassword('a secret', [current]),
    ]
    expect(first).not.toBe(second)
    expect(await verifyPassword('a secret', first, [current])).toEqual({ right: true, outdated: false })
    expect(await verifyPassword('A secret', first, [current])).toEqual({ right: false, outdated: false })
  })

  it('needs its pepper', async () => {
    const hash = await hashPassword('a secret', [old])
    const other = { id: 'old', secret: 'p'.repeat(32) }
    expect((await verifyPassword('a secret', hash, [other])).right).toBe(false)
    await expect(verifyPassword('a secret', hash, [current])).rejects.toThrow('unreadable')
  })

  it('is outdated once there is a newer pepper, or once it was made with less', async () => {
    const hash = await hashPassword('a secret', [old])
    expect(await verifyPassword('a secret', hash, [current, old])).toEqual({ right: true, outdated: true })
    const cheap = hash.replace('ln=14', 'ln=10')
    expect((await verifyPassword('a secret', cheap, [old])).outdated).toBe(true)
  })

  it.each(['', 'plain', '$argon2id$v=19$m=1$a$b', '$scrypt$ln=14,r=8,p=5,k=new$short'])(
    'that cannot be read is an error, never a yes: %j',
    async (stored) => {
      await expect(verifyPassword('a secret', stored, [current])).rejects.toThrow('unreadable')
    },
  )

  it('of nobody opens for no password, and is worked at as hard', async () => {
    const dummy = dummyHash([current])
    expect(dummy.split('$').slice(0, 3)).toEqual((await hashPassword('x', [current])).split('$').slice(0, 3))
    expect((await verifyPassword('a secret', dummy, [current])).right).toBe(false)
  })
})

describe('passwords that are refused', () => {
  it('are those of over 1,024 bytes, before any work', async () => {
    for (const long of ['x'.repeat(1025), '€'.repeat(342)]) {
      await expect(hashPassword(long, [current])).rejects.toMatchObject({ code: 'invalid_input' })
    }
    await expect(hashPassword('€'.repeat(341), [current])).resolves.toMatch(/^\$scrypt/)
  })

  it('are those behind a queue of eight, so that a flood ends in 503 and not in a stall', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () => hashPassword('a secret', [current])),
    )
    const refused = answers.filter((each) => each.status === 'rejected').map((each) => each.reason)
    expect(refused).toHaveLength(4)
    for (const error of refused)
      expect(error).toMatchObject({ code: 'unavailable', options: { retryAfter: 1 } })
    await expect(hashPassword('a secret', [current])).resolves.toMatch(/^\$scrypt/)
  })
})
