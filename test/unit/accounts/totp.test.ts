import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from '#worker/services/accounts/second-factor/totp'

/** RFC 6238, appendix B, cut to six digits: its secret is `12345678901234567890`, here in base32. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const rfc: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

const codeAt = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at })

describe('a code of an app', () => {
  it.each(rfc)('at second %i is what the RFC says: %s', (seconds, code) => {
    expect(stepOfCode(rfcSecret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  it('is taken one step early and late, and names the step that it is of', () => {
    const time = fc.integer({ min: 10_000_000, max: 9e12 })
    fc.assert(
      fc.property(time, fc.integer({ min: -1, max: 1 }), (now, steps) => {
        const secret = newTotpSecret()
        const code = codeAt(secret, now + steps * 30_000)
        // Two codes near each other are equal once in a million times.
        const near = [-1, 0, 1].filter((step) => codeAt(secret, now + step * 30_000) === code)
        expect(near.map((step) => Math.floor(now / 30_000) + step)).toContain(stepOfCode(secret, code, now))
      }),
    )
  })

  it('is refused two steps off, of another length, and in other digits', () => {
    const now = 1_800_000_000_000
    for (const steps of [-3, -2, 2, 3]) {
      expect(stepOfCode(rfcSecret, codeAt(rfcSecret, now + steps * 30_000), now)).toBeNull()
    }
    const right = codeAt(rfcSecret, now)
    for (const code of ['', '1', right.slice(1), `${right}0`, '１２３４５６'])
      expect(stepOfCode(rfcSecret, code, now)).toBeNull()
  })
})

describe('a secret', () => {
  it('has 160 bits, another one each time', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret)
    expect(new Set(secrets).size).toBe(50)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('comes with an address that apps read, whatever the site and the account are called', () => {
    const uri = new URL(totpUri(rfcSecret, 'Night & Day', 'ada?'))
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe('/Night & Day:ada?')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Night & Day',
      secret: rfcSecret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
