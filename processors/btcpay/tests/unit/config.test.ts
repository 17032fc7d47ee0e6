import { describe, expect, it } from 'vitest'
import { parsePayments } from '#worker/integrations/payments/config'
import { secretGuard } from '#worker/policy/secret-guard'
import { btcpay } from '../../twin/vars'

const { live } = btcpay

function parse(change: Partial<typeof live>) {
  const { btcpay, problems } = parsePayments({ ...live, ...change }, true, secretGuard())
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
    [
      { BTCPAY_WEBHOOK_SECRETS: live.BTCPAY_API_KEY },
      'BTCPAY_WEBHOOK_SECRETS repeats the secret of BTCPAY_API_KEY',
    ],
  ])('is off with %o', (change, problem) => {
    const { btcpay, problems } = parse(change)
    expect(btcpay).toBeNull()
    expect(problems).toEqual([expect.stringContaining(problem)])
  })
})
