import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recoveryCodeCount } from '#contract/values/accounts/account'
import {
  isUsable,
  newRecoveryCodes,
  readRecoveryCode,
  recoveryHash,
  spaced,
} from '#worker/services/accounts/second-factor/recovery-codes'
import { openSecret, sealSecret } from '#worker/services/accounts/second-factor/sealed-secret'

const old = { id: 'old', secret: 'o'.repeat(32) }
const current = { id: 'new', secret: 'n'.repeat(32) }

describe('a sealed secret', () => {
  it('opens for its account and its pepper, and looks different each time', async () => {
    const [first, second] = [
      await sealSecret('JBSWY3DP', 7, [current]),
      await sealSecret('JBSWY3DP', 7, [current]),
    ]
    expect(first).not.toBe(second)
    expect(first).not.toContain('JBSWY3DP')
    expect(await openSecret(first, 7, [current])).toEqual({ secret: 'JBSWY3DP', outdated: false })
    await expect(openSecret(first, 8, [current])).rejects.toThrow()
    await expect(openSecret(first, 7, [{ ...current, secret: 'x'.repeat(32) }])).rejects.toThrow()
    await expect(openSecret(first, 7, [old])).rejects.toThrow('pepper')
  })

  it('is outdated once there is a newer pepper', async () => {
    const sealed = await sealSecret('JBSWY3DP', 7, [old])
    expect(await openSecret(sealed, 7, [current, old])).toEqual({ secret: 'JBSWY3DP', outdated: true })
  })

  it('notices a changed letter', async () => {
    const sealed = await sealSecret('JBSWY3DPEHPK3PXP', 7, [current])
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: sealed.length - 2 }), async (at) => {
        const other = sealed[at] === 'A' ? 'B' : 'A'
        await expect(
          openSecret(sealed.slice(0, at) + other + sealed.slice(at + 1), 7, [current]),
        ).rejects.toThrow()
      }),
      { numRuns: 30 },
    )
  })
})

describe('recovery codes', () => {
  it('are ten of 60 bits each, none like another', () => {
    const codes = Array.from({ length: 20 }, newRecoveryCodes)
    expect(codes.map((set) => set.length)).toEqual(Array(20).fill(recoveryCodeCount))
    expect(new Set(codes.flat()).size).toBe(20 * recoveryCodeCount)
    for (const code of codes.flat()) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  })

  it('are read however they are typed', () => {
    const code = fc.constantFrom(...newRecoveryCodes())
    const gaps = fc.array(fc.constantFrom('', ' ', '-', ' - '), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(code, gaps, fc.boolean(), (right, between, small) => {
        const typed = [...right].map((sign, at) => sign + between[at]).join('')
        const misread = typed.replaceAll('0', 'O').replaceAll('1', 'l')
        for (const text of [typed, misread, spaced(right)])
          expect(readRecoveryCode(small ? text.toLowerCase() : text)).toBe(right)
      }),
    )
    for (const text of ['', '123456', '7K3M-0QXD-W9T', '7K3M-0QXD-W9TBB', '7K3M-0QXD-W9T!'])
      expect(readRecoveryCode(text)).toBeNull()
  })

  it('are shown in groups', () => {
    expect(spaced('7K3M0QXDW9TB')).toBe('7K3M-0QXD-W9TB')
  })

  it('have a hash of their own for each account and pepper', () => {
    const hashes = [
      recoveryHash('7K3M0QXDW9TB', 1, current),
      recoveryHash('7K3M0QXDW9TB', 2, current),
      recoveryHash('7K3M0QXDW9TB', 1, old),
      recoveryHash('7K3M0QXDW9TC', 1, current),
    ]
    expect(new Set(hashes).size).toBe(4)
    expect(hashes[0]).toBe(recoveryHash('7K3M0QXDW9TB', 1, current))
    expect([isUsable(hashes[0] ?? '', [current, old]), isUsable(hashes[2] ?? '', [current])]).toEqual([
      true,
      false,
    ])
  })
})
