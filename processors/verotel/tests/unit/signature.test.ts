import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WebhookNotice } from '#worker/integrations/payments/provider'
import { isSigned, signatureOf } from '../../adapter/signature'
import { parseStatus } from '../../adapter/status'
import { readVerotelWebhook } from '../../adapter/webhook'
import { verotelQuery } from '../../twin/delivery'

describe("FlexPay's signature", () => {
  // From the tests of Verotel's own clients.
  const key = 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J'
  const params = {
    shopID: '68849',
    saleID: '433456',
    referenceID: 'reference1234',
    priceAmount: '0.00',
    priceCurrency: 'USD',
    custom1: 'My',
    description: 'My Dščřčřřěřě&?=blah123',
    subscriptionType: 'RECURRING',
    period: 'P1M',
    name: 'My name',
    trialAmount: '0.01',
    trialPeriod: 'P3D',
    successURL: 'http://successURL.test',
    declineURL: 'http://declineURL.test',
    cancelDiscountPercentage: '30',
  }
  const withSale = '1a790e1ebf654b9a38884a5c9a867a7e57134f103a1c9c8d9854da794a839d03'
  const withoutSale = '0df722dd32b8a9f68e3ae4e3f226651eba1397d7928862635ba32674dc7bed6a'

  it("is that of Verotel's clients", () => {
    const { saleID, ...rest } = params
    expect(signatureOf(key, params)).toBe(withSale)
    expect(signatureOf(key, rest)).toBe(withoutSale)
    expect(signatureOf(key, { ...rest, saleID: '', custom2: '' })).toBe(withoutSale)
    expect(isSigned(key, params, withSale)).toBe(true)
    expect(isSigned(key, rest, withSale)).toBe(false)
  })

  it('is not the SHA-1 that they also accept', () => {
    const { cancelDiscountPercentage, ...rest } = params
    const older = { ...rest, cancelDiscountPercentage, successURL: 'http://backURL.test', blah: 'something' }
    expect(isSigned(key, older, signatureOf(key, older))).toBe(true)
    expect(isSigned(key, older, 'fc63f38e2722d2e5bc4f2044ad3ffb2051e89643')).toBe(false)
  })

  it.each([
    ['nothing', ''],
    ['upper case', withSale.toUpperCase()],
    ['a digit less', withSale.slice(1)],
    ['a digit more', `${withSale}0`],
    ['a letter that is no digit', `g${withSale.slice(1)}`],
    ['a space in front', ` ${withSale}`],
    ['a line break behind', `${withSale}\n`],
    ['zeros', '0'.repeat(64)],
  ])('is not %s', (_, signature) => {
    expect(isSigned(key, params, signature)).toBe(false)
  })
})

describe('a postback', () => {
  const config = {
    base: 'https://secure.verotel.com',
    shopId: '68849',
    signatureKey: 'sandbox-signature-key',
  }
  const sale = {
    saleID: '123456789',
    shopID: '68849',
    referenceID: 'order-1',
    priceAmount: '14.99',
    priceCurrency: 'USD',
    paymentMethod: 'CC',
    type: 'purchase',
  }

  function read(query: string, method = 'GET'): WebhookNotice | null {
    const url = new URL(`https://site.test/api/webhooks/verotel?${query}`)
    const rest = { headers: new Headers(), body: new Uint8Array(), clientAddress: '192.0.2.1' }
    return readVerotelWebhook(config, { method, url, ...rest })
  }

  function signed(params: Record<string, string>): string {
    const signature = signatureOf(config.signatureKey, params)
    return String(new URLSearchParams({ ...params, signature }))
  }

  const nothing = { orders: [], payments: [], disputes: [], bindings: [], returned: [] }
  const money = { amount: '14.99', currency: 'USD', transactionID: '77', parentID: '70' }
  it.each<[string, Record<string, string>, object]>([
    ['a sale', {}, { eventId: 'sale:123456789', type: 'sale', orders: ['order-1'] }],
    ['a sale of nobody', { referenceID: '' }, { eventId: 'sale:123456789', payments: ['123456789'] }],
    [
      'a credit',
      { event: 'credit', ...money },
      { eventId: 'credit:123456789:77', returned: [{ providerPaymentId: '123456789', kind: 'refunded' }] },
    ],
    [
      'a chargeback',
      { event: 'chargeback', ...money },
      {
        eventId: 'chargeback:123456789:77',
        returned: [{ providerPaymentId: '123456789', kind: 'reversed' }],
      },
    ],
    [
      'anything else',
      { event: 'extend', ...money },
      { eventId: 'extend:123456789:77', payments: ['123456789'] },
    ],
    [
      'a word of JavaScript',
      { event: 'constructor', ...money },
      { eventId: 'constructor:123456789:77', payments: ['123456789'] },
    ],
  ])('about %s names what to look up', (_, change, expected) => {
    expect(read(signed({ ...sale, ...change }))).toEqual({
      type: change.event ?? 'sale',
      ...nothing,
      ...expected,
    })
  })

  it.each<[string, Record<string, string>]>([
    ['another shop', { shopID: '11111' }],
    ['no sale', { saleID: '' }],
    ['a sale in other characters', { saleID: '12345678x' }],
    ['an event that is no word', { event: 'credit&x' }],
    ['an unknown parameter', { blah: 'something' }],
    ['a colon in a value', { custom1: 'a:custom2=b' }],
    ['a byte that cannot be printed', { custom1: 'a\u0000' }],
    ['a byte outside ASCII', { custom1: 'a\u0080' }],
  ])('about %s is refused, though well signed', (_, change) => {
    expect(read(signed({ ...sale, ...change }))).toBeNull()
  })

  it('is a GET', () => {
    expect(read(signed(sale), 'GET')).not.toBeNull()
    expect(read(signed(sale), 'POST')).toBeNull()
  })

  it('is not another arrangement of the text that was signed', () => {
    // One text, as one field or as two.
    const signature = signatureOf(config.signatureKey, { ...sale, custom1: 'a', custom2: 'b' })
    expect(signatureOf(config.signatureKey, { ...sale, custom1: 'a:custom2=b' })).toBe(signature)
    const merged = new URLSearchParams({ ...sale, custom1: 'a:custom2=b', signature })
    expect(read(String(merged))).toBeNull()
  })

  it('has each parameter once, even if the two are equal', () => {
    for (const more of ['saleID=123456789', 'saleID=987654321', 'signature=0', 'event=credit&event=credit'])
      expect(read(`${signed(sale)}&${more}`)).toBeNull()
  })

  it('is refused with anything added, taken away or changed', () => {
    const names = Object.keys(sale)
    const change = fc.tuple(fc.constantFrom(...names, 'event', 'custom1'), fc.string({ maxLength: 12 }))
    fc.assert(
      fc.property(change, ([name, value]) => {
        const query = new URLSearchParams(signed(sale))
        fc.pre((query.get(name) ?? '') !== value)
        query.set(name, value)
        expect(read(String(query))).toBeNull()
      }),
    )
  })

  it("of the sandbox's is one", () => {
    const event = { provider: 'verotel', query: String(new URLSearchParams(sale)) } as const
    const rest = { id: '', type: 'sale', body: '', at: 0, attempts: 0, answers: [], delivered: false }
    expect(read(verotelQuery({ ...event, ...rest }))).toMatchObject({ orders: ['order-1'] })
  })
})

describe("a status's text", () => {
  it('is read line by line', () => {
    const text =
      '---\r\nresponse: FOUND\nsaleResult: "APPROVED"\nname: \'Sam\'\nempty:\nnote: a: b \n  more\n...\n'
    expect(parseStatus(text)).toEqual({
      response: 'FOUND',
      saleResult: 'APPROVED',
      name: 'Sam',
      empty: '',
      note: 'a: b',
    })
    expect(parseStatus('')).toEqual({})
  })

  it.each([
    '<html><body><h1>Bad gateway</h1></body></html>',
    '{"response":"FOUND"}',
    'response=FOUND',
    'response:FOUND',
    '- response: FOUND',
    'response: FOUND\nsaleResult: DECLINED\nsaleResult: APPROVED',
    'response: FOUND\nFOUND',
  ])('is not %j', (text) => {
    expect(parseStatus(text)).toBeNull()
  })
})
