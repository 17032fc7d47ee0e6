import { beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutBoot } from '#contract/schemas/payments/checkout'
import { checkoutPolicy } from '#worker/http/documents/checkout-policy'
import { TestClient } from '../../support/client'
import { changeSettings, makeUser, signInAs } from '../../support/factories'
import { fillShelf } from '../../support/payments/shelf'

const sandbox = 'http://sandbox.test:8790'
const wallet = '/checkout?method=wallet&plan=monthly&currency=USD'
const paypalOn = { method: 'wallet', scriptUrl: 'https://www.paypal.com/sdk/js' } as const
const regional = '/checkout?method=checkout&plan=yearly&currency=INR'

let buyer: TestClient

beforeAll(async () => {
  buyer = await signInAs(await makeUser())
  await fillShelf()
})

function policyOf(response: Response): Record<string, string> {
  const text = response.headers.get('content-security-policy') ?? ''
  return Object.fromEntries(
    text.split('; ').map((rule) => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

async function bootOf(response: Response): Promise<CheckoutBoot> {
  const [, json = '{}'] =
    /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(await response.text()) ?? []
  return JSON.parse(json)
}

describe('the checkout document', () => {
  it('names the order and the one script, and may be framed by the site alone', async () => {
    const response = await buyer.get(`${wallet}&from=/account?tab=subscription`)
    expect(response.status).toBe(200)
    const policy = policyOf(response)
    expect(policy['script-src']).toBe(`'self' ${sandbox}`)
    expect(policy['frame-ancestors']).toBe("'self'")
    expect(policy['default-src']).toBe("'none'")
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('permissions-policy')).toContain('payment=(self), camera=()')
    expect(await bootOf(response)).toMatchObject({
      order: { method: 'wallet', plan: 'monthly', currency: 'USD', bank: null },
      scriptUrl: expect.stringContaining(`${sandbox}/paypal/sdk/js?client-id=`),
      from: '/account?tab=subscription',
      refusal: null,
    })
  })

  it('takes a bank for the regional checkout', async () => {
    const boot = await bootOf(await buyer.get(`${regional}&bank=hdfc&video=7&agreedMinor=799900`))
    expect(boot.order).toEqual({
      agreed: true,
      method: 'checkout',
      plan: 'yearly',
      currency: 'INR',
      bank: 'hdfc',
      amountMinor: 799_900,
      video: 7,
    })
    expect(boot.scriptUrl).toBe(`${sandbox}/razorpay/checkout.js`)
  })

  it.each([
    ['nothing', '/checkout'],
    ['an unknown method', '/checkout?method=upi&plan=monthly&currency=INR'],
    ['an unknown plan', '/checkout?method=wallet&plan=lifetime&currency=USD'],
    ['a currency that the method does not take', '/checkout?method=wallet&plan=monthly&currency=INR'],
    ['a price', `${wallet}&amount=1`],
    ['a script', `${wallet}&scriptUrl=https://evil.test/a.js`],
    ['a method twice', `${wallet}&method=checkout`],
    ['a bank for the wallet', `${wallet}&bank=hdfc`],
    ['an unknown bank', `${regional}&bank=__proto__`],
    ['a way back to another site', `${wallet}&from=https://evil.test/`],
    ['a way back without a scheme', `${wallet}&from=//evil.test/`],
    ['a way back that browsers repair', `${wallet}&from=/%5Cevil.test/`],
    ['a way back with a line break', `${wallet}&from=/%0A/evil.test/`],
    ['a way back into a script', `${wallet}&from=javascript:alert(1)`],
    [
      'a way back with a key',
      `${wallet}&from=${encodeURIComponent(`/premium?video=1&key=${'u'.repeat(22)}`)}`,
    ],
    ['an endless way back', `${wallet}&from=/${'a'.repeat(400)}`],
  ])('is refused with %s, and opens its policy for nobody', async (_what, path) => {
    const response = await buyer.get(path)
    expect(response.status).toBe(400)
    expect(policyOf(response)['script-src']).toBe("'self'")
    expect(policyOf(response)['connect-src']).toBe("'self'")
    expect(await bootOf(response)).toMatchObject({
      refusal: 'address',
      order: null,
      scriptUrl: null,
      from: '/premium',
    })
  })

  it('tells who is signed out, and loads nothing', async () => {
    const response = await new TestClient().get(`${wallet}&from=/premium?plan=monthly`)
    expect(response.status).toBe(401)
    expect(policyOf(response)['script-src']).toBe("'self'")
    expect(await bootOf(response)).toMatchObject({
      refusal: 'signed_out',
      scriptUrl: null,
      from: '/premium?plan=monthly',
    })
  })

  it('is opened by nobody who has not passed the gate, and by no other site', async () => {
    const ungated = await signInAs(await makeUser())
    ungated.setCookie('age_verified', '')
    const answers = [
      await ungated.get(wallet),
      await buyer.get(wallet, { 'sec-fetch-site': 'cross-site' }),
      await buyer.get(wallet, { 'sec-fetch-site': 'same-site' }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/premium')
    }
    for (const site of ['same-origin', 'none']) {
      expect((await buyer.get(wallet, { 'sec-fetch-site': site })).status).toBe(200)
    }
  })

  it('is closed with the site', async () => {
    await changeSettings({ maintenanceMode: true })
    const answer = await buyer.get(wallet)
    await changeSettings({ maintenanceMode: false })
    expect(answer.status).toBe(303)
  })

  it('leaves every other page as it was', async () => {
    for (const path of ['/', '/premium', '/account', '/checkout/', '/checkout/x']) {
      const policy = policyOf(await buyer.get(path))
      expect(policy['script-src']).toBe("'self'")
      expect(policy['frame-ancestors']).toBe("'none'")
    }
  })
})

describe('its content policy', () => {
  it('names the hosts of the one provider that was chosen', () => {
    const paypal = checkoutPolicy({
      method: 'wallet',
      scriptUrl: 'https://www.paypal.com/sdk/js?client-id=a',
    })
    expect(paypal).toContain("script-src 'self' https://*.paypal.com https://*.paypalobjects.com;")
    expect(paypal).not.toContain('razorpay')
    const razorpay = checkoutPolicy({
      method: 'checkout',
      scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    })
    expect(razorpay).toContain("frame-src 'self' https://*.razorpay.com;")
    expect(razorpay).not.toContain('paypal')
  })

  it.each([paypalOn, null])('never allows inline scripts or eval', (payment) => {
    expect(checkoutPolicy(payment)).not.toMatch(/script-src[^;]*unsafe/)
  })
})
