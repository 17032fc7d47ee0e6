import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Merchant, sandboxOrigin } from '#test/support/payments/sandbox'
import type { Paying } from '../../twin'
import { keys } from '../../twin/vars'

let merchant: Merchant

beforeEach(async () => {
  merchant = await new Merchant().start()
})

interface Invoice {
  id: string
  status: string
  additionalStatus: string
  amount: string | null
  paidAmount: string
}

const wish = {
  amount: '14.99',
  currency: 'USD',
  metadata: { orderId: 'order-1' },
  checkout: { paymentTolerance: 0, expirationMinutes: 30, monitoringMinutes: 60 },
}

async function invoice(change: object = {}): Promise<string> {
  const { status, body } = await merchant.btcpay<Invoice>('POST /invoices', { json: { ...wish, ...change } })
  expect(status).toBe(200)
  return body.id
}

async function stateOf(id: string): Promise<string> {
  const { body } = await merchant.btcpay<Invoice>(`GET /invoices/${id}`)
  return `${body.status} ${body.additionalStatus} ${body.paidAmount}`
}

describe('an invoice', () => {
  it('has the fields of the API', async () => {
    const id = await invoice()
    const { body } = await merchant.btcpay<object>(`GET /invoices/${id}`)
    const now = Math.floor(merchant.sandbox.clock.now() / 1000)
    expect(body).toMatchObject({
      storeId: keys.BTCPAY_STORE_ID,
      amount: '14.990000',
      currency: 'USD',
      status: 'New',
      additionalStatus: 'None',
      checkoutLink: `${sandboxOrigin}/btcpay/i/${id}`,
      metadata: { orderId: 'order-1' },
      expirationTime: now + 30 * 60,
      monitoringExpiration: now + 90 * 60,
    })
  })

  const paths: [string, Paying[], string, string[]][] = [
    ['exactly', [{}], 'Settled None 14.99', ['InvoiceProcessing', 'InvoicePaymentSettled', 'InvoiceSettled']],
    ['too much', [{ amount: '20.00' }], 'Settled PaidOver 20.00', []],
    ['too little', [{ amount: '5.00' }], 'New PaidPartial 5.00', ['InvoicePaymentSettled']],
    ['in two parts', [{ amount: '5.00' }, {}], 'Settled None 14.99', []],
    ['unconfirmed', [{ unconfirmed: true }], 'Processing None 14.99', ['InvoiceProcessing']],
    ['late', [{ late: true }], 'Expired PaidLate 14.99', ['InvoiceExpired', 'InvoiceReceivedPayment']],
    ['late and too little', [{ late: true, amount: '5.00' }], 'Expired PaidPartial 5.00', []],
  ]
  it.each(paths)('paid %s', async (_, transfers, state, events) => {
    const id = await invoice()
    for (const how of transfers) merchant.sandbox.btcpay.pay(id, how)
    expect(await stateOf(id)).toBe(state)
    const types = merchant.sandbox.webhooks.events().map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['InvoiceCreated', 'InvoiceReceivedPayment', ...events]))
  })

  it('goes back to new when its transfer is replaced', async () => {
    const id = await invoice()
    merchant.sandbox.btcpay.pay(id, { unconfirmed: true })
    merchant.sandbox.btcpay.replace(id)
    expect(await stateOf(id)).toBe('New None 0.00')
    const shown = async (query: string) => {
      const { body } = await merchant.btcpay<{ payments: object[] }[]>(
        `GET /invoices/${id}/payment-methods${query}`,
      )
      return body[0]?.payments.length
    }
    expect(await shown('')).toBe(0)
    expect(await shown('?onlyAccountedPayments=false')).toBe(1)
  })

  it('expires by the clock, and becomes invalid when nothing is confirmed in time', async () => {
    const [unpaid, stuck] = [await invoice(), await invoice()]
    merchant.sandbox.btcpay.pay(stuck, { unconfirmed: true })
    merchant.sandbox.clock.travel(31 * 60_000)
    expect(await stateOf(unpaid)).toBe('Expired None 0.00')
    expect(await stateOf(stuck)).toBe('Processing None 14.99')
    merchant.sandbox.clock.travel(60 * 60_000)
    expect(await stateOf(stuck)).toBe('Invalid None 14.99')
    expect(() => merchant.sandbox.btcpay.pay(unpaid)).toThrow('Nobody watches')
  })

  it('is marked by its owner, whatever was paid', async () => {
    const id = await invoice()
    merchant.sandbox.btcpay.mark(id, 'settled')
    expect(await stateOf(id)).toBe('Settled Marked 0.00')
    expect(JSON.parse(merchant.sandbox.webhooks.last('InvoiceSettled').body)).toMatchObject({
      manuallyMarked: true,
    })
  })

  it('without an amount takes any payment, and with tolerance nearly any', async () => {
    const topUp = await invoice({ amount: null })
    merchant.sandbox.btcpay.pay(topUp, { amount: '0.01' })
    expect(await stateOf(topUp)).toBe('Settled None 0.01')
    const tolerant = await invoice({ checkout: { paymentTolerance: 100 } })
    merchant.sandbox.btcpay.pay(tolerant, { amount: '0.01' })
    expect(await stateOf(tolerant)).toBe('Settled None 0.01')
  })

  it('is listed by its order and by time, newest first', async () => {
    const first = await invoice()
    merchant.sandbox.clock.travel(10_000)
    const second = await invoice({ metadata: { orderId: 'order-2' } })
    const ids = async (query: string) =>
      (await merchant.btcpay<Invoice[]>(`GET /invoices?${query}`)).body.map(({ id }) => id)
    const since = Math.floor(merchant.sandbox.clock.now() / 1000) - 1
    expect(await ids('')).toEqual([second, first])
    expect(await ids('orderId=order-1')).toEqual([first])
    expect(await ids(`startDate=${since}`)).toEqual([second])
    expect(await ids(`endDate=${since}`)).toEqual([first])
    expect(await ids('skip=1&take=1')).toEqual([first])
  })
})

describe('the API', () => {
  const refused: [string, object, string][] = [
    ['amount', { amount: '-1' }, 'amount'],
    ['currency', { currency: 'XXX' }, 'currency'],
    ['expiration', { checkout: { expirationMinutes: 0 } }, 'checkout.expirationMinutes'],
    ['tolerance', { checkout: { paymentTolerance: 101 } }, 'checkout.paymentTolerance'],
  ]
  it.each(refused)('refuses a wrong %s', async (_, change, path) => {
    const { status, body } = await merchant.btcpay('POST /invoices', { json: { ...wish, ...change } })
    expect([status, body]).toEqual([422, [{ path, message: expect.any(String) }]])
  })

  it('wants the key, its permission and its store, and knows no other invoice', async () => {
    const wrongKey = await merchant.btcpay('GET /invoices', { headers: { authorization: 'token other' } })
    expect([wrongKey.status, wrongKey.body]).toMatchObject([401, { code: 'unauthenticated' }])
    expect(await merchant.btcpay('GET /invoices/unknown')).toMatchObject({
      status: 404,
      body: { code: 'invoice-not-found' },
    })
    merchant.sandbox.btcpay.setPermissions(['btcpay.store.canviewinvoices'])
    expect(await merchant.btcpay('POST /invoices', { json: wish })).toMatchObject({
      status: 403,
      body: { code: 'missing-permission', missingPermission: 'btcpay.store.cancreateinvoice' },
    })
    const elsewhere = await merchant.sandbox.fetch(`${sandboxOrigin}/btcpay/api/v1/stores/other/invoices`, {
      headers: { authorization: `token ${keys.BTCPAY_API_KEY}` },
    })
    expect(elsewhere.status).toBe(403)
  })
})

describe('a refund', () => {
  interface Link {
    id: string
    viewLink: string
  }

  it('is a link, where the buyer gives an address and the owner pays', async () => {
    const id = await invoice()
    const ask = (json: object) => merchant.btcpay<Link>(`POST /invoices/${id}/refund`, { json })
    expect((await ask({ refundVariant: 'Fiat' })).status).toBe(400)
    merchant.sandbox.btcpay.pay(id)
    expect((await ask({})).status).toBe(422)
    expect((await ask({ refundVariant: 'Fiat' })).body).toMatchObject({
      amount: '14.99',
      name: `Refund ${id}`,
    })
    const { body } = await ask({
      refundVariant: 'Custom',
      customAmount: '5.00',
      customCurrency: 'USD',
    })
    expect(body).toMatchObject({
      amount: '5.00',
      viewLink: `${sandboxOrigin}/btcpay/pull-payments/${body.id}`,
    })
    const payouts = async () => {
      const path = `${sandboxOrigin}/btcpay/api/v1/pull-payments/${body.id}/payouts`
      return (await merchant.sandbox.fetch(path)).json()
    }
    expect(await payouts()).toEqual([])
    merchant.sandbox.btcpay.claimRefund(body.id)
    merchant.sandbox.btcpay.finishRefund(body.id)
    expect(await payouts()).toMatchObject([{ originalAmount: '5.00', state: 'Completed' }])
    expect(merchant.sandbox.webhooks.last('PayoutUpdated').provider).toBe('btcpay')
    merchant.sandbox.btcpay.archive(body.id)
    const listed = async (query: string) =>
      (await merchant.btcpay<object[]>(`GET /pull-payments${query}`)).body.length
    expect([await listed(''), await listed('?includeArchived=true')]).toEqual([1, 2])
  })
})

it('signs its deliveries over their bytes, and names the first in each repetition', async () => {
  await invoice()
  const { webhooks } = merchant.sandbox
  const event = webhooks.last('InvoiceCreated')
  await webhooks.send(event)
  await webhooks.send(event)
  const bodies = await Promise.all(merchant.delivered.map((request) => request.clone().text()))
  expect(bodies.map((body) => JSON.parse(body))).toMatchObject([
    { deliveryId: event.id, originalDeliveryId: event.id, isRedelivery: false },
    {
      deliveryId: expect.not.stringMatching(`^${event.id}$`),
      originalDeliveryId: event.id,
      isRedelivery: true,
    },
  ])
  const signatures = bodies.map(
    (body) => `sha256=${createHmac('sha256', keys.BTCPAY_WEBHOOK_SECRETS).update(body).digest('hex')}`,
  )
  expect(merchant.delivered.map(({ headers }) => headers.get('btcpay-sig'))).toEqual(signatures)
})
