import { describe, expect, it } from 'vitest'
import { sandboxPayments } from '#dev/sandbox/payments/keys'
import { parsePayments } from '#worker/integrations/payments/config'
import { secretGuard } from '#worker/policy/secret-guard'

const vars = {
  BTCPAY_BASE: 'https://pay.site.example',
  BTCPAY_STORE_ID: '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776',
  BTCPAY_API_KEY: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
  BTCPAY_WEBHOOK_SECRETS: 'Q8zqkXw3Jm5vN2rT7yLp, 4hFsD9gKeB6cVxZnW1uY',
}

function parse(change: Partial<typeof vars>) {
  const { btcpay, problems } = parsePayments({ ...vars, ...change }, true, secretGuard())
  return { btcpay, problems }
}

describe("configuration of the operator's own server", () => {
  it('takes a host name, and several secrets', () => {
    const { btcpay, problems } = parse({ BTCPAY_BASE: 'https://pay.site.example/' })
    expect(problems).toEqual([])
    expect(btcpay).toMatchObject({
      base: 'https://pay.site.example',
      webhookSecrets: ['Q8zqkXw3Jm5vN2rT7yLp', '4hFsD9gKeB6cVxZnW1uY'],
    })
    expect(parse({ BTCPAY_BASE: 'https://pay.site.example:8443' }).problems).toEqual([])
  })

  it.each([
    ['pay.site.example', 'is not an address'],
    ['http://pay.site.example', 'does not begin with https'],
    ['https://me:secret@pay.site.example', 'contains a name or a password'],
    ['https://pay.site.example/btcpay', 'has a path or a query'],
    ['https://pay.site.example?a=b', 'has a path or a query'],
    ['https://pay.site.example/#a', 'has a path or a query'],
    ['https://203.0.113.7', 'has no host name'],
    ['https://0x7f.1', 'has no host name'],
    ['https://[2001:db8::1]', 'has no host name'],
    ['https://btcpay', 'has no host name'],
    ['https://localhost:8790', 'has no host name'],
    ['https://pay.localhost', 'is not a server that takes money'],
    ['https://pay.sandbox.example', 'is not a server that takes money'],
    ['https://testnet.demo.btcpayserver.org', 'is not a server that takes money'],
  ])('is off in production with %s, and says why', (BTCPAY_BASE, fault) => {
    expect(parse({ BTCPAY_BASE })).toEqual({
      btcpay: null,
      problems: [`BTCPAY_BASE ${fault}, so payments by it are off.`],
    })
  })

  it.each([
    [{ BTCPAY_API_KEY: '' }, 'BTCPAY_API_KEY missing, so that method of payment is off.'],
    [{ BTCPAY_API_KEY: 'short' }, 'BTCPAY_API_KEY is blank, short or easy to guess'],
    [{ BTCPAY_WEBHOOK_SECRETS: ' , ' }, 'BTCPAY_WEBHOOK_SECRETS missing'],
    [
      { BTCPAY_WEBHOOK_SECRETS: vars.BTCPAY_API_KEY },
      'BTCPAY_WEBHOOK_SECRETS repeats the secret of BTCPAY_API_KEY',
    ],
  ])('is off with %o', (change, problem) => {
    const { btcpay, problems } = parse(change)
    expect(btcpay).toBeNull()
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  it('takes the sandbox, but not in production, and is quiet where nothing is set', () => {
    const sandbox = sandboxPayments('http://localhost:8790')
    const local = parsePayments(sandbox, false, () => null)
    expect(local).toMatchObject({ btcpay: { base: sandbox.BTCPAY_BASE }, problems: [] })
    expect(parsePayments(sandbox, true, () => null).btcpay).toBeNull()
    expect(parsePayments({}, true, secretGuard())).toMatchObject({ btcpay: null, problems: [] })
  })
})
