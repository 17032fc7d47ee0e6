import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productionVars, testVars } from '#test/support/vars'
import { partOf } from '#tools/deploy/environment'
import { missingSecrets, productionFault } from '#tools/deploy/production'
import { parseConfig } from '#worker/config'

const example = readFileSync('.dev.vars.example', 'utf8')
/** Names without a secret of the worker: production requires this cost, and the key is for backups alone. */
const others = ['PASSWORD_COST', 'BACKUP_KEY']
/** The file's example values, including lines behind a #. */
const offered = Object.entries(parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))).flatMap(
  ([name, value]) => (value && !others.includes(name) ? [[name, value] as const] : []),
)
const secrets = ['SESSION_KEYS', 'PASSWORD_PEPPER', 'MEDIA_KEY', 'VIEWER_KEY'] as const
const random = 'kX8wq2Lr9vTzB4nYc7HdJ5sMfG3pAe6U'

function refusal(change: object): string {
  try {
    const { payments } = parseConfig({ ...testVars, ...productionVars, ...change })
    return payments.problems.join(' ')
  } catch (error) {
    return String(error)
  }
}

/** Returns a variable's value with this secret. Key rings put an ID before it. */
function heldIn(name: string, secret: string): string {
  return name === 'SESSION_KEYS' || name === 'PASSWORD_PEPPER' ? `k1:${secret}` : secret
}

describe('production', () => {
  it('starts with good secrets', () => {
    expect(() => parseConfig({ ...testVars, ...productionVars })).not.toThrow()
    // In hex, the narrowest alphabet in use.
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
    fc.assert(
      fc.property(fc.tuple(hex, hex), ([one, two]) => {
        expect(refusal({ MEDIA_KEY: one, VIEWER_KEY: two })).not.toMatch(/(MEDIA|VIEWER)_KEY/)
      }),
    )
  })

  it('reads placeholders in the example', () => {
    expect(offered.map(([name]) => name)).toEqual(expect.arrayContaining([...secrets]))
  })

  it.each(offered)('refuses what .dev.vars.example offers as %s', (name, value) => {
    const said = refusal({ [name]: value })
    expect(said).toContain(name)
    expect(said).not.toContain(value)
  })

  it.each(secrets)('refuses %s that is blank, easy to guess or used twice', (name) => {
    for (const weak of [' '.repeat(40), 'x'.repeat(40), '0123456789abcdef'.repeat(3), 'hunter2'.repeat(6)]) {
      const said = refusal({ [name]: heldIn(name, weak) })
      expect(said).toMatch(new RegExp(`Configuration: ${name} .+\\. See \\.dev\\.vars\\.example\\.$`))
      expect(said).not.toContain(weak)
    }
    for (const other of secrets.filter((each) => each !== name)) {
      const said = refusal({ [name]: heldIn(name, random), [other]: heldIn(other, random) })
      expect(said).toMatch(/repeats the secret of/)
      expect([said.includes(name), said.includes(other), said.includes(random)]).toEqual([true, true, false])
    }
  })

  it('refuses a key ring with one secret under two ids', () => {
    expect(refusal({ SESSION_KEYS: `a:${random},b:${random}` })).toContain(
      'SESSION_KEYS holds one secret twice',
    )
  })

  it.each([
    ['SITE_ORIGIN', 'http://site.test'],
    ['IMPORT_ALLOWED_ORIGINS', 'http://files.test'],
    ['IMPORT_ALLOWED_ORIGINS', 'https://files.test, http://files.test'],
    ['IMPORT_ALLOWED_ORIGINS', 'files.test'],
  ])('refuses %s at %s', (name, value) => {
    expect(refusal({ [name]: value })).toContain(`${name} is not https`)
    expect(parseConfig({ ...testVars, [name]: name === 'SITE_ORIGIN' ? value : '' })).toBeTruthy()
  })

  it.each([
    ['RAZORPAY_KEY_SECRET', 'tiny-1'],
    ['RAZORPAY_WEBHOOK_SECRETS', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['RAZORPAY_WEBHOOK_SECRETS', testVars.RAZORPAY_KEY_SECRET],
    ['RAZORPAY_WEBHOOK_SECRETS', `${random},${random}`],
    ['RAZORPAY_KEY_SECRET', testVars.MEDIA_KEY],
    ['PAYPAL_SECRET', 'replace-me-with-the-secret-of-the-app'],
  ])('turns off payments whose %s is %s', (name, value) => {
    const live = { PAYPAL_BASE: undefined, PAYPAL_SCRIPT: undefined, RAZORPAY_BASE: undefined }
    const key = { RAZORPAY_SCRIPT: undefined, RAZORPAY_KEY_ID: 'rzp_live_1', PAYPAL_SECRET: `${random}P` }
    const vars = { ...testVars, ...productionVars, ...live, ...key }
    const before = parseConfig(vars).payments
    expect([before.paypal, before.razorpay]).not.toContain(null)
    const after = parseConfig({ ...vars, [name]: value }).payments
    expect(name === 'PAYPAL_SECRET' ? after.paypal : after.razorpay).toBeNull()
    expect(after.problems.join(' ')).toContain(name)
    expect(after.problems.join(' ')).not.toContain(value)
  })
})

describe('npm run deploy', () => {
  const toml = partOf(readFileSync('wrangler.toml', 'utf8'), null)
    .replace('ENVIRONMENT = "local"', 'ENVIRONMENT = "production"')
    .replace('SITE_ORIGIN = "http://localhost:8787"', 'SITE_ORIGIN = "https://site.test"')
    .replace('00000000-0000-0000-0000-000000000000', 'd7b3f5c2-4a6e-4a7e-9f37-2f4f0f1c9e55')
    .replace('id = "00000000000000000000000000000000"', 'id = "5f1c9e554a6e4a7e9f372f4f0f1cd7b3"')

  it('goes on with a site of its own', () => {
    expect(productionFault(toml, example)).toBeNull()
  })

  it.each([
    ['ENVIRONMENT = "production"', 'ENVIRONMENT = "local"', 'ENVIRONMENT'],
    ['SITE_ORIGIN = "https:', 'SITE_ORIGIN = "http:', 'SITE_ORIGIN'],
    ['site.test', 'nocturne.YOUR-SUBDOMAIN.workers.dev', 'SITE_ORIGIN'],
    ['IMPORT_ALLOWED_ORIGINS = ""', 'IMPORT_ALLOWED_ORIGINS = "http://files.test"', 'IMPORT_ALLOWED_ORIGINS'],
    ['MAIL_FROM =', `MEDIA_KEY = "${random}"\nMAIL_FROM =`, 'MEDIA_KEY'],
    ['MAIL_FROM =', `RAZORPAY_KEY_SECRET = "${random}"\nMAIL_FROM =`, 'RAZORPAY_KEY_SECRET'],
    ['MAIL_FROM =', `BACKUP_KEY = "${random}"\nMAIL_FROM =`, 'BACKUP_KEY, which no worker may have'],
    ['d7b3f5c2-4a6e-4a7e-9f37-2f4f0f1c9e55', '00000000-0000-0000-0000-000000000000', 'database'],
  ])('stops when %s became %s', (was, became, named) => {
    const fault = productionFault(toml.replace(was, became), example)
    expect(fault).toContain(named)
    expect(fault).not.toContain(random)
  })

  it('names the secrets that are not stored', () => {
    expect(missingSecrets(example, [...secrets])).toEqual([])
    expect(missingSecrets(example, ['MEDIA_KEY', 'VIEWER_KEY'])).toEqual(['PASSWORD_PEPPER', 'SESSION_KEYS'])
  })
})
