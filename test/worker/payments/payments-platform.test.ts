import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compose } from '#worker/compose'
import { parsePayments } from '#worker/integrations/payments/config'
import { secretGuard } from '#worker/policy/secret-guard'
import type { ServiceContext } from '#worker/services/context'
import { grantPayment } from '#worker/services/payments/entitlements/grant'
import { paymentOptions } from '#worker/services/payments/orders/options'
import { startCheckout, startWallet } from '#worker/services/payments/orders/start'
import { settleOrder } from '#worker/services/payments/settlement/settle'
import { jobContext, userContext } from '../../support/context'
import { makePayment } from '../../support/factories'
import { agreedOrder } from '../../support/payments/agreed-order'
import { orderRow, premiumUntil } from '../../support/payments/payment-state'
import {
  buyer,
  buyWithCheckout,
  buyWithWallet,
  confirmWallet,
  expectNothingGranted,
  isPremium,
  paymentsWorld,
  subscribe,
  verifyCheckout,
} from '../../support/payments/payments'
import { productionVars, testVars } from '../../support/vars'

const world = paymentsWorld()
const day = 24 * 3600_000
const nothing = { wallet: null, checkout: null, netbanking: null }

afterEach(() => {
  vi.restoreAllMocks()
})

function configured<Context extends ServiceContext>(ctx: Context, vars: object, production = false): Context {
  const payments = parsePayments(
    { ...testVars, ...vars },
    production,
    production ? secretGuard() : () => null,
  )
  return { ...ctx, config: { ...ctx.config, payments } }
}

describe('configuration', () => {
  it('85: production with the sandbox as provider sells nothing, and says why', async () => {
    const ctx = configured(await userContext(), {}, true)
    expect(await paymentOptions(ctx)).toMatchObject(nothing)
    const input = agreedOrder('USD')
    expect(await startWallet(ctx, input)).toMatchObject({ success: false, code: 'unavailable' })
    const rupees = agreedOrder('INR')
    expect(await startCheckout(ctx, rupees)).toMatchObject({ success: false, code: 'unavailable' })
    const why = ctx.config.payments.problems.join(' ')
    for (const name of ['PAYPAL_BASE', 'PAYPAL_SCRIPT', 'RAZORPAY_BASE', 'RAZORPAY_SCRIPT']) {
      expect(why).toContain(`${name} is not the provider's live address`)
    }
    expect(world.sandbox.calls).toEqual([])
  })

  it('85: an order that is open by then is not asked about, nor granted', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.approve(orderId)
    world.sandbox.calls.length = 0
    const ctx = configured(await jobContext(), {}, true)
    expect(await settleOrder(ctx, await orderRow(orderId))).toMatchObject({
      success: false,
      code: 'unavailable',
    })
    expect(world.sandbox.calls).toEqual([])
    await expectNothingGranted(client)
  })

  it("85: a test key at the provider's live address sells nothing either", async () => {
    const live = { RAZORPAY_BASE: undefined, RAZORPAY_SCRIPT: undefined }
    const ctx = configured(await userContext(), { ...live, PAYPAL_CLIENT_ID: '' }, true)
    const input = agreedOrder('INR')
    expect(await startCheckout(ctx, input)).toMatchObject({ success: false, code: 'unavailable' })
    expect(ctx.config.payments.problems.join(' ')).toContain('RAZORPAY_KEY_ID is not a live key')
    const key = { RAZORPAY_KEY_ID: 'rzp_live_1' }
    expect((await paymentOptions(configured(ctx, { ...live, ...key }, true))).checkout).not.toBeNull()
    expect(world.sandbox.calls).toEqual([])
  })

  it('85: the log of a worker says so when it starts', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line) => lines.push(String(line)))
    const origin = {
      now: Date.now(),
      requestId: 'x',
      client: { address: 'x', userAgent: '' },
      defer: () => undefined,
    }
    const production = { ...env, ...productionVars }
    await compose(production, origin)
    await compose(production, origin)
    const said = lines.filter((line) => line.includes('payments.misconfigured'))
    expect(said.filter((line) => line.includes('PAYPAL_BASE'))).toHaveLength(1)
  })

  it.each([
    ['PAYPAL_CLIENT_ID', 'wallet'],
    ['PAYPAL_SECRET', 'wallet'],
    ['PAYPAL_WEBHOOK_ID', 'wallet'],
    ['PAYPAL_MERCHANT_ID', 'wallet'],
    ['RAZORPAY_KEY_ID', 'checkout'],
    ['RAZORPAY_KEY_SECRET', 'checkout'],
    ['RAZORPAY_WEBHOOK_SECRETS', 'checkout'],
    ['RAZORPAY_ACCOUNT_ID', 'checkout'],
  ] as const)('86: without %s the %s is unavailable, the other one sells on', async (name, method) => {
    const ctx = configured(await userContext(), { [name]: '' })
    const options = await paymentOptions(ctx)
    const other = method === 'wallet' ? 'checkout' : 'wallet'
    expect([options[method], options[other]]).toEqual([null, expect.anything()])
    const answers = {
      wallet: await startWallet(ctx, agreedOrder('USD')),
      checkout: await startCheckout(ctx, agreedOrder('INR')),
    }
    expect(answers[method]).toMatchObject({ success: false, code: 'unavailable' })
    expect(answers[other]).toMatchObject({ success: true })
  })

  it('86: with no secret at all nothing is offered, and nothing is wrong', async () => {
    const none = Object.fromEntries(Object.keys(testVars).map((name) => [name, '']))
    const ctx = configured(await jobContext(), none)
    expect(await paymentOptions(ctx)).toMatchObject({ ...nothing, upi: null, crypto: null })
    expect(ctx.config.payments.problems).toEqual([])
  })
})

it('88: secrets are in no log line and no answer, whatever goes wrong', async () => {
  const said: string[] = []
  for (const level of ['info', 'warn', 'error', 'log', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => said.push(JSON.stringify(parts)))
  }
  const client = await buyer()
  const answers: unknown[] = [await client.json('GET', '/api/premium/options')]
  const wallet = await buyWithWallet(world, client)
  answers.push(wallet.answer, (await buyWithCheckout(world, client)).answer)
  const faults = ['html', 'empty', 'truncated', 'nonsense', 'lost'] as const
  for (const answer of faults) {
    world.sandbox.fail({ path: '/paypal/v2/checkout/orders', method: 'POST', times: 3, answer, status: 500 })
    answers.push(await client.json('POST', '/api/premium/subscribe', agreedOrder('USD')))
  }
  world.sandbox.paypal.expireTokens()
  world.sandbox.fail({ path: '/paypal/v1/oauth2/token', times: 2, status: 401, answer: 'nonsense' })
  answers.push(await confirmWallet(client, wallet.orderId))
  answers.push(
    await verifyCheckout(client, {
      razorpay_payment_id: 'pay_1',
      razorpay_order_id: 'order_1',
      razorpay_signature: 'ab',
    }),
  )
  await world.sandbox.webhooks.deliverAll()
  await world.sandbox.webhooks.sendLast('PAYMENT.CAPTURE.COMPLETED', 'bytes')
  const text = said.join() + JSON.stringify(answers)
  expect(said.length).toBeGreaterThan(3)
  const { PAYPAL_SECRET, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRETS, SESSION_KEYS, MEDIA_KEY } = testVars
  const basic = btoa(`${testVars.PAYPAL_CLIENT_ID}:${PAYPAL_SECRET}`)
  const secrets = [
    PAYPAL_SECRET,
    RAZORPAY_KEY_SECRET,
    RAZORPAY_WEBHOOK_SECRETS,
    SESSION_KEYS,
    MEDIA_KEY,
    basic,
  ]
  for (const secret of [...secrets, 'Bearer', 'Basic ']) expect(text).not.toContain(secret)
})

describe('time', () => {
  it('89: a term ends at its second, not before and not after', async () => {
    const client = await buyer()
    client.now = Date.now()
    await buyWithWallet(world, client)
    const until = await premiumUntil(client.userId)
    expect(until).toBe(client.now + 30 * day)
    // The session is renewed several times until then.
    for (let passed = 1; passed < 30; passed += 7) {
      client.now = until - (30 - passed) * day
      await client.get('/api/auth/me')
    }
    client.now = until - 1
    expect(await isPremium(client)).toBe(true)
    client.now = until
    expect(await isPremium(client)).toBe(false)
  })

  it.each([
    ['a leap day', Date.UTC(2028, 1, 15)],
    ['a change to summer time', Date.UTC(2027, 2, 20)],
    ['the end of a year', Date.UTC(2027, 11, 20)],
  ])('90: %s within a term adds and takes nothing', async (_, start) => {
    const ctx = await userContext(start)
    for (const [plan, length] of [
      ['monthly', 30],
      ['yearly', 395],
    ] as const) {
      const payment = await makePayment(ctx.actor.id, { plan })
      await grantPayment(ctx, { payment, userId: ctx.actor.id, plan, cause: 'settle' })
      expect(await premiumUntil(ctx.actor.id)).toBe(start + length * 86_400_000)
    }
  })
})
