import { beforeEach, describe, expect, it } from 'vitest'
import { Merchant, sandboxOrigin } from '#test/support/payments/sandbox'
import { formDigest } from '../../twin/digest'
import { keys } from '../../twin/vars'

let merchant: Merchant

beforeEach(async () => {
  merchant = await new Merchant().start()
})

const hour = 3600_000

/** Returns the URL of a form, with a digest that fits unless one is given. */
function formUrl(change: Record<string, string> = {}, flexId: string = keys.CCBILL_FLEX_ID): string {
  const price = { initialPrice: '14.99', initialPeriod: '30', currencyCode: '840', ...change }
  const query = new URLSearchParams({
    clientSubacc: keys.CCBILL_SUBACC,
    formDigest: formDigest(price.initialPrice, price.initialPeriod, price.currencyCode),
    orderId: 'order-1',
    ...price,
  })
  return `${sandboxOrigin}/ccbill/wap-frontflex/flexforms/${flexId}?${query}`
}

async function show(url: string): Promise<{ status: number; text: string }> {
  const response = await merchant.sandbox.fetch(url)
  return { status: response.status, text: await response.text() }
}

/** Sends the form, as its buttons do. */
function press(act: string, url = formUrl()): Promise<Response> {
  return merchant.sandbox.fetch(url, { method: 'POST', body: new URLSearchParams({ act }) })
}

const signedIn = {
  clientAccnum: keys.CCBILL_ACCNUM,
  username: keys.CCBILL_DATALINK_USER,
  password: keys.CCBILL_DATALINK_PASSWORD,
}

async function ask(action: string, subscriptionId: string, change: Record<string, string> = {}) {
  const response = await merchant.sandbox.fetch(`${sandboxOrigin}/ccbill/utils/subscriptionManagement.cgi`, {
    method: 'POST',
    body: new URLSearchParams({
      ...signedIn,
      usingSubacc: keys.CCBILL_SUBACC,
      action,
      subscriptionId,
      returnXML: '1',
      ...change,
    }),
  })
  return await response.text()
}

async function extract(hours = 24): Promise<string> {
  const at = (ms: number) => new Date(ms - 7 * hour).toISOString().slice(0, 19).replaceAll(/\D/g, '')
  const now = merchant.sandbox.clock.now()
  const query = new URLSearchParams({
    ...signedIn,
    startTime: at(now + 1000 - hours * hour),
    endTime: at(now + 1000),
    transactionTypes: 'NEW,REFUND',
  })
  return (await show(`${sandboxOrigin}/ccbill/data/main.cgi?${query}`)).text
}

function lastNotice(type: string): URLSearchParams {
  return new URLSearchParams(merchant.sandbox.webhooks.last(type).body)
}

describe('the form', () => {
  it('shows price and term, and asks', async () => {
    const { status, text } = await show(formUrl())
    expect(status).toBe(200)
    expect(text).toContain('14.99 USD for 30 days (non-recurring)')
    expect(text).toContain('<meta name="viewport"')
  })

  it.each([
    [
      'another price under the old digest',
      formUrl({ initialPrice: '2.99', formDigest: formDigest('14.99', '30', '840') }),
    ],
    ['no digest', formUrl({ formDigest: '' })],
    ['a price below the range', formUrl({ initialPrice: '2.94' })],
    ['a price above the range', formUrl({ initialPrice: '100.01' })],
    ['a term of a day', formUrl({ initialPeriod: '1' })],
    ['a term of over a year', formUrl({ initialPeriod: '366' })],
    ['a currency in three letters', formUrl({ currencyCode: 'USD' })],
    ['an unknown form', formUrl({}, 'another')],
    ['another sub-account', formUrl({ clientSubacc: '0002' })],
  ])('refuses %s', async (_, url) => {
    const { status, text } = await show(url)
    expect(status).toBe(400)
    expect(text).toContain('role="alert"')
    expect((await press('pay', url)).status).toBe(400)
    expect(merchant.sandbox.webhooks.events()).toEqual([])
  })

  it('sells, tells all about the buyer, and sends them back', async () => {
    const response = await press('pay')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('http://site.test/premium?order=order-1')
    const notice = lastNotice('NewSaleSuccess')
    expect(Object.fromEntries(notice)).toMatchObject({
      clientAccnum: '900000',
      clientSubacc: '0001',
      billedInitialPrice: '14.99',
      billedCurrencyCode: '840',
      initialPeriod: '30',
      'X-orderId': 'order-1',
      'X-formDigest': formDigest('14.99', '30', '840'),
      email: 'sam.buyer@example.com',
      password: 'sams-password',
    })
    expect(notice.get('dynamicPricingValidationDigest')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('declines, and can lose the notice of a sale', async () => {
    expect((await press('decline')).status).toBe(303)
    expect(lastNotice('NewSaleFailure').get('subscriptionId')).toBeNull()
    await press('lose')
    await merchant.sandbox.webhooks.deliverAll()
    expect(merchant.delivered.map(({ url }) => new URL(url).searchParams.get('eventType'))).toEqual([
      'NewSaleFailure',
    ])
  })
})

describe('a delivery', () => {
  it('names its event in the query, carries the secret in the path, and comes from an address of CCBill', async () => {
    await press('pay')
    await merchant.sandbox.webhooks.deliverAll()
    const [request] = merchant.delivered
    const url = new URL(request?.url ?? '')
    expect(request?.method).toBe('POST')
    expect(url.pathname).toBe(`/api/webhooks/ccbill/${keys.CCBILL_WEBHOOK_SECRET}`)
    expect(url.searchParams.get('eventType')).toBe('NewSaleSuccess')
    expect(request?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(request?.headers.get('cf-connecting-ip')).toMatch(/^64\.38\.212\./)
  })
})

describe('DataLink', () => {
  it('shows what became of a sale, day by day', async () => {
    const { ccbill, clock } = merchant.sandbox
    clock.set(Date.UTC(2026, 10, 28, 3))
    const { subscriptionId: id } = ccbill.pay(formUrl())
    expect(await ask('viewSubscriptionStatus', id)).toBe(
      [
        "<?xml version='1.0' standalone='yes'?>",
        '<results>',
        '  <chargebacksIssued>0</chargebacksIssued>',
        '  <expirationDate>20261227235959</expirationDate>',
        '  <recurringSubscription>0</recurringSubscription>',
        '  <refundsIssued>0</refundsIssued>',
        // Still the day before, in Arizona.
        '  <signupDate>20261127200000</signupDate>',
        '  <subscriptionStatus>1</subscriptionStatus>',
        '  <timesRebilled>0</timesRebilled>',
        '  <voidsIssued>0</voidsIssued>',
        '</results>',
        '',
      ].join('\n'),
    )
    clock.travel(31 * 24 * hour)
    expect(await ask('viewSubscriptionStatus', id)).toContain('<subscriptionStatus>0<')
  })

  it.each([
    ['a wrong password', '-7', { password: 'guess' }],
    ['another account', '-4', { clientAccnum: '900001' }],
    ['another sub-account', '-4', { usingSubacc: '0002' }],
    ['a subscription that is none', '-3', { subscriptionId: '1' }],
  ])('refuses %s by %s', async (_, result, change) => {
    const { subscriptionId } = merchant.sandbox.ccbill.pay(formUrl())
    expect(await ask('viewSubscriptionStatus', subscriptionId, change)).toContain(
      `<results>${result}</results>`,
    )
  })

  it('answers what a test wants, and leaves out what it should', async () => {
    const { ccbill } = merchant.sandbox
    const { subscriptionId: id } = ccbill.pay(formUrl())
    ccbill.answerAll('-8')
    expect(await ask('viewSubscriptionStatus', id)).toContain('<results>-8</results>')
    ccbill.answerAll(null)
    ccbill.nextRefunds('-7', 'lost')
    expect(await ask('voidOrRefundTransaction', id)).toContain('<results>-7</results>')
    expect(ccbill.subscription(id).voids).toBe(0)
    expect(await ask('voidOrRefundTransaction', id)).toBe('')
    expect(ccbill.subscription(id).voids).toBe(1)
    ccbill.withhold('expirationDate')
    expect(await ask('viewSubscriptionStatus', id)).not.toContain('expirationDate')
  })

  it('voids on the first day and refunds after it, once, and tells', async () => {
    const { ccbill, clock } = merchant.sandbox
    const first = ccbill.pay(formUrl()).subscriptionId
    expect(await ask('voidOrRefundTransaction', first)).toContain('<results>1</results>')
    expect(await ask('voidOrRefundTransaction', first)).toContain('<results>-7</results>')
    const second = ccbill.pay(formUrl()).subscriptionId
    clock.travel(25 * hour)
    expect(await ask('voidOrRefundTransaction', second)).toContain('<results>1</results>')
    expect(lastNotice('Void').get('subscriptionId')).toBe(first)
    expect(lastNotice('Refund').get('subscriptionId')).toBe(second)
    expect(ccbill.subscription(first)).toMatchObject({ voids: 1, refunds: 0 })
    expect(ccbill.subscription(second)).toMatchObject({ voids: 0, refunds: 1 })
  })

  it.each([
    ['a chargeback', 'chargeback', 'Chargeback', 'chargebacksIssued'],
    ['a return', 'giveReturn', 'Return', 'returnsIssued'],
  ] as const)('counts %s', async (_, act, type, field) => {
    const { ccbill } = merchant.sandbox
    const { subscriptionId: id } = ccbill.pay(formUrl())
    ccbill[act](id)
    expect(lastNotice(type).get('amount')).toBe('14.99')
    expect(await ask('viewSubscriptionStatus', id)).toContain(`<${field}>1</${field}>`)
  })

  it('cancels', async () => {
    const { subscriptionId: id } = merchant.sandbox.ccbill.pay(formUrl())
    expect(await ask('cancelSubscription', id)).toContain('<results>1</results>')
    expect(await ask('viewSubscriptionStatus', id)).toMatch(/<cancelDate>\d{14}</)
  })
})

describe('the extract', () => {
  it('lists a day, once per hour', async () => {
    const { ccbill, clock } = merchant.sandbox
    expect(await extract()).toBe('1')
    const { subscriptionId: id } = ccbill.pay(formUrl())
    ccbill.refund(id)
    expect(await extract()).toBe('Error: Only one request is allowed every 60 minutes')
    clock.travel(hour)
    const [sale = '', refund = ''] = (await extract()).split('\n')
    expect(sale).toMatch(
      new RegExp(`^"NEW","900000","0001","${id}","\\d{14}",.*,"14.99","30","0.00","0","0"$`),
    )
    expect(refund).toMatch(new RegExp(`^"REFUND","900000","0001","${id}","\\d{14}","14.99"$`))
    clock.travel(hour)
    expect(await extract(25)).toContain('Error')
  })
})
