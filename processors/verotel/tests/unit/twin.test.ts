import { beforeEach, describe, expect, it } from 'vitest'
import { Merchant, sandboxOrigin } from '#test/support/payments/sandbox'
import { signVerotel } from '../../twin/signature'
import { keys } from '../../twin/vars'

let merchant: Merchant
/** The site's answers to postbacks. The last one repeats. */
let answers: [status: number, text: string][]

beforeEach(async () => {
  answers = [[200, 'OK']]
  merchant = await new Merchant(() => {
    const [[status, text] = [200, 'OK']] = answers
    if (answers.length > 1) answers.shift()
    return new Response(text, { status })
  }).start()
})

const order = {
  version: '4',
  shopID: keys.VEROTEL_SHOP_ID,
  type: 'purchase',
  priceAmount: '14.99',
  priceCurrency: 'USD',
  description: 'Premium <1 month>',
  referenceID: 'order-1',
  successURL: 'http://site.test/premium?order=order-1',
  declineURL: 'http://site.test/premium?order=order-1',
}

/** Returns a signed URL. A `signature` that is given takes the place of the real one. */
function address(path: string, { signature, ...params }: Record<string, string>): string {
  const signed = { ...params, signature: signature ?? signVerotel(params) }
  return `${sandboxOrigin}/verotel/${path}?${new URLSearchParams(signed)}`
}

function start(change: Record<string, string> = {}): string {
  return address('startorder', { ...order, ...change })
}

async function get(url: string) {
  const response = await merchant.sandbox.fetch(url)
  return { status: response.status, text: await response.text() }
}

async function statusOf(subject: Record<string, string>): Promise<string> {
  const { text } = await get(
    address('salestatus', { version: '4', shopID: keys.VEROTEL_SHOP_ID, ...subject }),
  )
  return text
}

/** Presses a button of the order page. */
function press(id: 'pay' | 'decline', page: string): Promise<Response> {
  const action = new RegExp(`action="([^"]+/order/${id}[^"]+)"`).exec(page)?.[1] ?? ''
  return merchant.sandbox.fetch(action.replaceAll('&amp;', '&'), { method: 'POST', redirect: 'manual' })
}

describe('the order page', () => {
  it('shows what is bought, and pays it', async () => {
    const { status, text } = await get(start())
    expect(status).toBe(200)
    expect(text).toContain('Premium &lt;1 month&gt;')
    expect(text).toContain('14.99 USD')
    expect(await statusOf({ referenceID: 'order-1' })).toContain('response: NOTFOUND')
    const next = await press('pay', text)
    expect(next.status).toBe(303)
    const back = new URL(next.headers.get('location') ?? '')
    const { order: id, signature, ...sale } = Object.fromEntries(back.searchParams)
    expect([back.origin, back.pathname, id]).toEqual(['http://site.test', '/premium', 'order-1'])
    expect(sale).toMatchObject({ referenceID: 'order-1', priceAmount: '14.99', type: 'purchase' })
    expect(signature).toBe(signVerotel(sale))
    expect(merchant.sandbox.verotel.saleOf('order-1').saleID).toBe(sale.saleID)
  })

  it('sends whose card was declined to where the shop says, and lets them try again', async () => {
    const { text } = await get(start({ declineURL: 'http://site.test/declined' }))
    expect((await press('decline', text)).headers.get('location')).toBe('http://site.test/declined')
    expect(merchant.sandbox.verotel.sales()).toEqual([])
    expect((await press('pay', text)).status).toBe(303)
  })

  it('is there once for a referenceID', async () => {
    const { text } = await get(start())
    await press('pay', text)
    expect((await get(start())).status).toBe(400)
    expect((await press('pay', text)).status).toBe(400)
    expect(merchant.sandbox.verotel.sales()).toHaveLength(1)
  })

  it.each([
    [{ signature: 'f'.repeat(64) }, 'signature'],
    [{ version: '3' }, 'version'],
    [{ type: 'subscription' }, 'type'],
    [{ shopID: '11111' }, 'shopID'],
    [{ priceAmount: '14.9' }, 'priceAmount'],
    [{ priceAmount: '0.00' }, 'priceAmount'],
    [{ priceCurrency: 'INR' }, 'priceCurrency'],
    [{ description: 'x'.repeat(101) }, 'description'],
    [{ successURL: '/premium' }, 'successURL'],
  ])('isn’t there with %j', async (change, named) => {
    const { status, text } = await get(start(change))
    expect([status, text]).toEqual([400, expect.stringContaining(named)])
  })

  it('isn’t there for a change after signing, but for the email, which isn’t signed', async () => {
    expect((await get(start().replace('14.99', '01.99'))).status).toBe(400)
    expect((await get(`${start()}&priceAmount=14.99`)).status).toBe(400)
    expect((await get(`${start()}&email=sam%40example.com`)).status).toBe(200)
  })
})

describe('the status of a sale', () => {
  it('is found by either number, and only with a signature', async () => {
    const { saleID } = merchant.sandbox.verotel.pay(start())
    const lines = ['response: FOUND', 'saleResult: APPROVED', `saleID: ${saleID}`, 'priceAmount: 14.99']
    for (const subject of [{ saleID }, { referenceID: 'order-1' }]) {
      const text = await statusOf(subject)
      for (const line of lines) expect(text.split('\n')).toContain(line)
    }
    expect(await statusOf({ saleID: '1' })).toContain('response: NOTFOUND')
    expect(await statusOf({ saleID, signature: '0'.repeat(64) })).toContain('response: ERROR')
    expect(await statusOf({ saleID, referenceID: 'order-1' })).toContain('response: ERROR')
  })

  it('may be what was not ordered', async () => {
    merchant.sandbox.verotel.pay(start(), { priceAmount: '1.00', priceCurrency: 'EUR', shopID: '11111' })
    const lines = ['shopID: 11111', 'priceAmount: 1.00', 'priceCurrency: EUR']
    const text = await statusOf({ referenceID: 'order-1' })
    expect(text.split('\n')).toEqual(expect.arrayContaining(lines))
  })

  it('tells of money that went back, or doesn’t', async () => {
    const { verotel } = merchant.sandbox
    const { saleID } = verotel.pay(start())
    verotel.credit(saleID, false)
    expect(await statusOf({ saleID })).toContain('saleResult: APPROVED')
    verotel.credit(saleID)
    expect(await statusOf({ saleID })).toContain('saleResult: CREDITED')
    verotel.chargeback(saleID)
    expect(await statusOf({ saleID })).toContain('saleResult: CHARGEBACK')
  })

  it('can fail like the others', async () => {
    merchant.sandbox.fail({ path: '/verotel/salestatus', answer: 'html', status: 200 })
    expect(await statusOf({ saleID: '1' })).toContain('<html>')
    expect(await statusOf({ saleID: '1' })).toContain('NOTFOUND')
  })
})

describe('a postback', () => {
  it('is a GET, signed over everything in it', async () => {
    const { verotel, webhooks } = merchant.sandbox
    const { saleID } = verotel.pay(start())
    verotel.chargeback(saleID)
    await webhooks.deliverAll()
    const [sale, event] = merchant.delivered.map((request) => {
      const { origin, pathname, searchParams } = new URL(request.url)
      expect([request.method, origin + pathname]).toEqual(['GET', 'http://site.test/api/webhooks/verotel'])
      const { signature, ...params } = Object.fromEntries(searchParams)
      expect(signature).toBe(signVerotel(params))
      return params
    })
    expect(sale).toMatchObject({ saleID, referenceID: 'order-1' })
    expect(sale).not.toHaveProperty('event')
    expect(event).toMatchObject({ saleID, event: 'chargeback', parentID: expect.stringMatching(/^\d+$/) })
  })

  it('is accepted by OK and nothing else', async () => {
    answers = [
      [200, '{"received":true}'],
      [400, 'OK'],
      [200, 'OK'],
    ]
    const { verotel, webhooks, clock } = merchant.sandbox
    const { saleID } = verotel.pay(start())
    for (let n = 0; n < 3; n++) {
      await webhooks.pump()
      clock.travel(60_000)
    }
    const event = webhooks.last('sale')
    expect([event.answers, event.delivered]).toEqual([[200, 400, 200], true])
    expect(verotel.sale(saleID).saleResult).toBe('APPROVED')
    await webhooks.pump()
    expect(event.attempts).toBe(3)
  })

  it('of a sale that nobody takes leads to a refund', async () => {
    answers = [[429, 'Too many requests']]
    const { verotel, webhooks, clock } = merchant.sandbox
    const { saleID } = verotel.pay(start())
    for (let n = 0; n < 4; n++) {
      await webhooks.pump()
      clock.travel(60_000)
    }
    expect(webhooks.last('sale').attempts).toBe(3)
    expect(verotel.sale(saleID).saleResult).toBe('CREDITED')
    expect(webhooks.events('credit')).toHaveLength(1)
  })
})
