import { describe, expect, it } from 'vitest'
import { parseConfig } from '#worker/config'
import { dummyHash, hashPassword, verifyPassword } from '#worker/services/accounts/passwords/hash'
import { testVars } from '../../support/vars'

const old = { id: 'old', secret: 'o'.repeat(32) }
const current = { id: 'new', secret: 'n'.repeat(32) }
const passwordCost = { ln: 4, r: 8, p: 5 }

/** Hashes at the tests' low cost, with these peppers. */
function cheaply(...passwordPeppers: { id: string; secret: string }[]) {
  return { passwordCost, passwordPeppers }
}

describe('a password’s hash', () => {
  it('is made with a set that OWASP lists, inside 16 MiB, unless the site is set up otherwise', async () => {
    const { PASSWORD_COST, ...vars } = testVars
    const config = parseConfig(vars)
    expect(config.passwordCost).toEqual({ ln: 14, r: 8, p: 5 })
    expect(128 * 2 ** config.passwordCost.ln * config.passwordCost.r).toBe(16 * 1024 * 1024)
    const hash = hashPassword('a secret', config)
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5,k=test\$/)
    expect(verifyPassword('a secret', hash, config)).toEqual({ right: true, renewed: null })
  })

  it('is another one each time, and opens for its password alone', async () => {
    const [first, second] = [
      hashPassword('a secret', cheaply(current)),
      hashPassword('a secret', cheaply(current)),
    ]
    expect(first).not.toBe(second)
    expect(verifyPassword('a secret', first, cheaply(current))).toEqual({
      right: true,
      renewed: null,
    })
    expect(verifyPassword('A secret', first, cheaply(current))).toEqual({
      right: false,
      renewed: null,
    })
  })

  it('needs its pepper', async () => {
    const hash = hashPassword('a secret', cheaply(old))
    const other = { id: 'old', secret: 'p'.repeat(32) }
    expect(verifyPassword('a secret', hash, cheaply(other)).right).toBe(false)
    expect(() => verifyPassword('a secret', hash, cheaply(current))).toThrow('unreadable')
  })

  it('is made anew once there is a newer pepper, or if it was made with less', async () => {
    const hash = hashPassword('a secret', cheaply(old))
    const { right, renewed } = verifyPassword('a secret', hash, cheaply(current, old))
    expect(right).toBe(true)
    expect(verifyPassword('a secret', renewed ?? '', cheaply(current))).toEqual({
      right: true,
      renewed: null,
    })
    expect(verifyPassword('A secret', hash, cheaply(current, old))).toEqual({ right: false, renewed: null })
    const cheaper = { ...cheaply(old), passwordCost: { ...passwordCost, ln: 3 } }
    expect(verifyPassword('a secret', hashPassword('a secret', cheaper), cheaply(old)).renewed).toContain(
      '$ln=4,',
    )
  })

  it('stays if it was made with more', async () => {
    const hash = hashPassword('a secret', {
      ...cheaply(current),
      passwordCost: { ...passwordCost, ln: 5 },
    })
    expect(verifyPassword('a secret', hash, cheaply(current))).toEqual({ right: true, renewed: null })
  })

  it.each(['ln=15,r=8,p=5', 'ln=99,r=8,p=5', 'ln=4,r=9,p=5', 'ln=4,r=8,p=6'])(
    'that asks for more than any that is made is refused before any work: %s',
    async (parameters) => {
      const hash = hashPassword('a secret', cheaply(current))
      const costly = hash.replace('ln=4,r=8,p=5', parameters)
      expect(() => verifyPassword('a secret', costly, cheaply(current))).toThrow('costlier')
    },
  )

  it.each(['', 'plain', '$argon2id$v=19$m=1$a$b', '$scrypt$ln=14,r=8,p=5,k=new$short'])(
    'that cannot be read is an error, never a yes: %j',
    async (stored) => {
      expect(() => verifyPassword('a secret', stored, cheaply(current))).toThrow('unreadable')
    },
  )

  it('of nobody opens for no password, and is worked at as hard', async () => {
    const dummy = dummyHash(cheaply(current))
    expect(dummy.split('$').slice(0, 3)).toEqual(hashPassword('x', cheaply(current)).split('$').slice(0, 3))
    expect(verifyPassword('a secret', dummy, cheaply(current)).right).toBe(false)
  })
})

describe('passwords that are refused', () => {
  it('are those of over 1,024 bytes, before any work', async () => {
    for (const long of ['x'.repeat(1025), '€'.repeat(342)]) {
      expect(() => hashPassword(long, cheaply(current))).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    }
    expect(hashPassword('€'.repeat(341), cheaply(current))).toMatch(/^\$scrypt/)
  })
})
