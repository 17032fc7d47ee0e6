import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCertificateAddress } from '#processors/paypal/adapter/certificate'
import { isHmacOf } from '#worker/integrations/payments/signatures'

const secret = 'a key secret'
const hex = (message: string, key = secret) => createHmac('sha256', key).update(message).digest('hex')

describe('an HMAC of Razorpay', () => {
  it('is the one that its own library makes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (message) => {
        expect(await isHmacOf(secret, message, hex(message))).toBe(true)
        expect(await isHmacOf(secret, `${message}x`, hex(message))).toBe(false)
        expect(await isHmacOf('another', message, hex(message))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  const right = hex('order_1|pay_1')
  it.each([
    ['nothing', ''],
    ['upper case', right.toUpperCase()],
    ['a digit less', right.slice(1)],
    ['a digit more', `${right}0`],
    ['two digits less', right.slice(2)],
    ['a letter that is no digit', `g${right.slice(1)}`],
    ['a space in front', ` ${right}`],
    ['a line break behind', `${right}\n`],
    ['base64', Buffer.from(right, 'hex').toString('base64')],
    ['zeros', '0'.repeat(64)],
  ])('is not %s', async (_, signature) => {
    expect(await isHmacOf(secret, 'order_1|pay_1', right)).toBe(true)
    expect(await isHmacOf(secret, 'order_1|pay_1', signature)).toBe(false)
  })
})

describe("the address of PayPal's certificate", () => {
  const live = 'https://api-m.paypal.com'
  const sandbox = 'https://api-m.sandbox.paypal.com'
  const local = 'http://localhost:8790/paypal'
  const path = '/v1/notifications/certs/CERT-360caa42-fca2a594-5a29e601'

  it.each([
    [`https://api.paypal.com${path}`, live],
    [`https://api-m.paypal.com${path}`, live],
    [`https://api.sandbox.paypal.com${path}`, sandbox],
    [`https://api-m.sandbox.paypal.com${path}`, sandbox],
    [`http://localhost:8790/paypal${path}`, local],
  ])('may be %s', (address, base) => {
    expect(isCertificateAddress(address, base)).toBe(true)
  })

  it.each([
    '',
    'CERT-1',
    `http://api.paypal.com${path}`,
    `//api.paypal.com${path}`,
    `https://evil.example${path}`,
    `https://api.paypal.com.evil${path}`,
    `https://evil-api.paypal.com${path}`,
    `https://paypal.com${path}`,
    `https://www.paypal.com${path}`,
    `https://api.paypal.com.${path}`,
    `https://api.paypal.com:8443${path}`,
    `https://api.paypal.com@evil.example${path}`,
    `https://user@api.paypal.com${path}`,
    `https://api.paypal.com\\@evil.example${path}`,
    `https://api.paypal.com/v1/notifications/certs/../../oauth2/token`,
    `https://api.paypal.com/v1/notifications/certs/%2e%2e/x`,
    `https://api.paypal.com/v1/notifications/certs/`,
    `https://api.paypal.com/v1/notifications/certs/a/b`,
    `https://api.paypal.com${path}?next=https://evil.example`,
    `https://api.paypal.com${path}#x`,
    `https://api.paypal.com/checkoutnow?next=${path}`,
    `HTTPS://API.PAYPAL.COM${path}`,
    `https://api.paypal.com${path}\n`,
    // In PayPal's sandbox, where anyone can have an account.
    `https://api.sandbox.paypal.com${path}`,
    `http://localhost:8790/paypal${path}`,
  ])('is never %j', (address) => {
    expect(isCertificateAddress(address, live)).toBe(false)
  })

  it('stays on the configured host where that is a sandbox of ours', () => {
    for (const origin of [live, sandbox, 'http://localhost:8791', 'http://localhost:8790/razorpay'])
      expect(isCertificateAddress(`${origin}${path}`, local)).toBe(false)
  })
})
