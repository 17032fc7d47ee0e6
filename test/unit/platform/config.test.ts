import { describe, expect, it } from 'vitest'
import { parseConfig } from '#worker/config'
import { productionVars, testVars } from '../../support/vars'

const long = 'x'.repeat(32)
const random = 'kX8wq2Lr9vTzB4nYc7HdJ5sMfG3pAe6U'

describe('parseConfig', () => {
  it('reads what the worker needs', () => {
    const config = parseConfig({
      ...testVars,
      ...productionVars,
      SITE_ORIGIN: 'https://example.com/',
      SESSION_KEYS: `b:${random}1, a:${random}2`,
    })
    expect(config).toMatchObject({
      production: true,
      siteOrigin: 'https://example.com',
      importAllowedOrigins: [],
      sessionKeys: [
        { id: 'b', secret: `${random}1` },
        { id: 'a', secret: `${random}2` },
      ],
    })
  })

  it('hands mails to a local server in local runs alone', () => {
    const vars = { ...testVars, MAIL_SANDBOX: 'http://localhost:8790/mail' }
    expect(parseConfig(vars).mailSandbox).toBe('http://localhost:8790/mail')
    expect(parseConfig({ ...vars, ...productionVars }).mailSandbox).toBe('')
  })

  it('sends emails by a provider, in production at its own host alone', () => {
    const key = 'A-key-of-a-provider-42'
    const vars = {
      ...testVars,
      MAIL_API: `resend:${key}`,
      MAIL_API_ORIGIN: 'http://localhost:8790/mail/resend',
    }
    expect(parseConfig(testVars).mailApi).toBe(null)
    expect(parseConfig(vars).mailApi).toEqual({ provider: 'resend', key, origin: vars.MAIL_API_ORIGIN })
    const live = { ...vars, ...productionVars }
    expect(parseConfig(live).mailApi?.origin).toBe('https://api.resend.com')
    expect(parseConfig({ ...live, MAIL_API: `postmark:${key}` }).mailApi?.origin).toBe(
      'https://api.postmarkapp.com',
    )
    for (const MAIL_API of ['resend', 'resend:', `smtp:${key}`])
      expect(() => parseConfig({ ...testVars, MAIL_API })).toThrow('MAIL_API needs the form provider:key')
    expect(() => parseConfig({ ...live, MAIL_API: 'resend:aaaaaaaaaaaaaaaaaaaa' })).toThrow(
      'MAIL_API is blank',
    )
  })

  it('does without Secure cookies over http in local runs alone', () => {
    const plain = (ENVIRONMENT: string, SITE_ORIGIN: string) =>
      parseConfig({ ...testVars, ...productionVars, ENVIRONMENT, SITE_ORIGIN }).plainCookies
    expect(plain('local', 'http://localhost:8787')).toBe(true)
    expect(plain('local', 'https://localhost:8787')).toBe(false)
    expect(plain('test', 'http://localhost:8787')).toBe(false)
    expect(plain('production', 'https://example.com')).toBe(false)
  })

  it('hashes passwords for less than OWASP lists in local runs alone', () => {
    expect(parseConfig({ ...testVars, PASSWORD_COST: '13' }).passwordCost.ln).toBe(13)
    const production = { ...testVars, ...productionVars }
    for (const PASSWORD_COST of ['4', '13']) {
      expect(() => parseConfig({ ...production, PASSWORD_COST })).toThrow(
        'Configuration: PASSWORD_COST is below 14, which production needs. See .dev.vars.example.',
      )
    }
    expect(parseConfig({ ...production, PASSWORD_COST: undefined }).passwordCost.ln).toBe(14)
  })

  it('keeps a colon in a secret', () => {
    expect(parseConfig({ ...testVars, PASSWORD_PEPPER: `a:${long}:b` }).passwordPeppers).toEqual([
      { id: 'a', secret: `${long}:b` },
    ])
  })

  it.each([
    ['SESSION_KEYS', undefined],
    ['SESSION_KEYS', ''],
    ['SESSION_KEYS', long],
    ['SESSION_KEYS', 'a:short'],
    ['SESSION_KEYS', `a:${long},b:${long},c:${long}`],
    ['SESSION_KEYS', `a b:${long}`],
    ['SESSION_KEYS', `a:${long},a:${random}`],
    ['PASSWORD_PEPPER', `a:${long},a:${random}`],
    ['PASSWORD_PEPPER', undefined],
    ['PASSWORD_PEPPER', `a:${'x'.repeat(31)}`],
    ['PASSWORD_COST', ''],
    ['PASSWORD_COST', '3'],
    ['PASSWORD_COST', '15'],
    ['PASSWORD_COST', '16'],
    ['PASSWORD_COST', '14.5'],
    ['PASSWORD_COST', 'high'],
    ['NEAR_SECONDS', '-1'],
    ['NEAR_SECONDS', '11'],
    ['NEAR_SECONDS', 'x'],
    ['MEDIA_KEY', undefined],
    ['MEDIA_KEY', 'x'.repeat(31)],
    ['VIEWER_KEY', ''],
    ['SITE_ORIGIN', 'example.com'],
    ['ENVIRONMENT', 'staging'],
  ])('stops the start with a sentence that names %s when it is %j', (name, value) => {
    const broken = { ...testVars, [name]: value }
    expect(() => parseConfig(broken)).toThrow(
      new RegExp(`^Configuration: ${name} .+ See \\.dev\\.vars\\.example\\.$`),
    )
  })

  it('names all that are missing, and shows the value of none', () => {
    const broken = { ...testVars, MEDIA_KEY: 'too-short-secret', VIEWER_KEY: undefined }
    const message = String(catchError(() => parseConfig(broken)))
    expect(message).toContain('MEDIA_KEY')
    expect(message).toContain('VIEWER_KEY')
    expect(message).not.toContain('too-short-secret')
  })
})

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
