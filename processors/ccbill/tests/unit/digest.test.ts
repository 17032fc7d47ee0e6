import { describe, expect, it } from 'vitest'
import { testVars } from '#test/support/vars'
import { configReader } from '#worker/integrations/payments/config-reader'
import type { StoredOrder } from '#worker/integrations/payments/provider'
import { secretGuard } from '#worker/policy/secret-guard'
import { ccbill } from '../../adapter'
import { currencyOf } from '../../adapter/currencies'
import { formDigest, isSame, saleDigest } from '../../adapter/digest'
import { datalinkTime, daysBetween, parseTime } from '../../adapter/time'

/** The salt of CCBill's own example. */
const salt = '7d901dad245fd0ff6bc20d06'

describe("CCBill's digests", () => {
  it.each([
    ['10.00', '30', '840', 'a7459445d0e5dc0963fe736dc5cf900b'],
    ['14.99', '30', '840', '110c17bc994ef932fda9be24108f670f'],
    ['99.99', '365', '840', '3cdd709d3dfe7233c83f530e8afe20b7'],
  ])('cover %s for %s days in %s', (price, days, currency, digest) => {
    expect(formDigest(price, days, currency, salt)).toBe(digest)
  })

  it('cover the ID of an approved sale', () => {
    expect(saleDigest('1000000000', salt)).toBe('d7e65b1246011c33d491c771fec5cb56')
  })

  it('are compared whatever their length', () => {
    expect([isSame('a', 'a'), isSame('a', 'b'), isSame('', 'a'), isSame('aa', 'a')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe("CCBill's numbers and times", () => {
  it('are no numbers where they are currencies', () => {
    expect(['840', '978', '826', '036', '36', '30', '0840', '840.0', ' 840'].map(currencyOf)).toEqual([
      'USD',
      'EUR',
      'GBP',
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('are those of Arizona', () => {
    const at = Date.UTC(2026, 10, 28, 3, 4, 5)
    expect(datalinkTime(at)).toBe('20261127200405')
    expect(parseTime('20261127200405')).toBe(at)
    expect(parseTime('20261127')).toBe(Date.UTC(2026, 10, 27, 7))
    expect([undefined, '', '2026-11-27', '202611272004'].map(parseTime)).toEqual([null, null, null, null])
  })

  it('are days by the calendar', () => {
    const from = parseTime('20260131235959') ?? 0
    expect(daysBetween(from, parseTime('20260302000000') ?? 0)).toBe(30)
    expect(daysBetween(from, parseTime('20270131235959') ?? 0)).toBe(365)
  })
})

const live = {
  ...testVars,
  CCBILL_FORMS: undefined,
  CCBILL_DATALINK: undefined,
  CCBILL_SALT: salt,
  CCBILL_WEBHOOK_SECRET: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  CCBILL_RELAY: 'https://relay.example.com',
  CCBILL_RELAY_SECRET: 'Zm9yIHRoZSByZWxheSBvZiBDQ0JpbGw5MjcxNg',
}

function parsed(change: Record<string, string | undefined>, production = true) {
  const problems: string[] = []
  const config = ccbill.parse(configReader({ ...live, ...change }, production, secretGuard(), problems))
  return { config, problems }
}

describe('the configuration in production', () => {
  it('takes live hosts, with a relay or without', () => {
    expect(parsed({})).toMatchObject({
      config: {
        forms: 'https://api.ccbill.com/wap-frontflex/flexforms',
        dataLink: { base: 'https://relay.example.com', relaySecret: live.CCBILL_RELAY_SECRET },
      },
      problems: [],
    })
    expect(parsed({ CCBILL_RELAY: '', CCBILL_RELAY_SECRET: '' })).toMatchObject({
      config: { dataLink: { base: 'https://datalink.ccbill.com', relaySecret: null } },
      problems: [],
    })
  })

  it.each([
    ['another form host', { CCBILL_FORMS: 'https://api.ccbill.com.evil.example/' }, 'CCBILL_FORMS is not'],
    ['another DataLink', { CCBILL_DATALINK: 'https://evil.example' }, 'CCBILL_DATALINK is not'],
    ['a secret for no URL', { CCBILL_WEBHOOK_SECRET: 'a1b2c3d4e5f6/0718293a4b' }, 'is part of a URL'],
    ['the secret twice', { CCBILL_RELAY_SECRET: live.CCBILL_WEBHOOK_SECRET }, 'repeats the secret'],
    ['half an account', { CCBILL_ACCNUM: '9000' }, 'CCBILL_ACCNUM has six digits'],
    ['half a sub-account', { CCBILL_SUBACC: '1' }, 'CCBILL_SUBACC has four digits'],
    ['a relay without TLS', { CCBILL_RELAY: 'http://relay.example.com' }, 'CCBILL_RELAY must be https://'],
    ['a relay with a path', { CCBILL_RELAY: 'https://relay.example.com/x' }, 'CCBILL_RELAY must be'],
    ['a relay with a password', { CCBILL_RELAY: 'https://a:b@relay.example.com' }, 'CCBILL_RELAY must be'],
    ['a relay at an IP address', { CCBILL_RELAY: 'https://203.0.113.9' }, 'CCBILL_RELAY must be'],
    ['a relay at home', { CCBILL_RELAY: 'https://localhost' }, 'CCBILL_RELAY must be'],
    ['a relay that is no URL', { CCBILL_RELAY: 'relay' }, 'CCBILL_RELAY must be'],
  ])('with %s is off, with a sentence', (_, change, sentence) => {
    const { config, problems } = parsed(change)
    expect(config).toBeNull()
    expect(problems.join(' ')).toContain(sentence)
  })
})

describe('a call of DataLink', () => {
  const order: StoredOrder = {
    id: 'order-1',
    userId: 1,
    provider: 'ccbill',
    providerOrderId: 'order-1',
    plan: 'monthly',
    currency: 'USD',
    amountMinor: 1499,
    periodDays: 30,
    captures: 0,
    providerPaymentHint: '0222057601000107735',
    createdAt: 0,
  }

  it('goes to the relay with its secret, keeps the password out of the URL, and is no test', async () => {
    const { config } = parsed({})
    if (!config) throw new Error('CCBill is not configured')
    const requests: Request[] = []
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      requests.push(new Request(input, { ...init, signal: null }))
      return new Response('<results>-3</results>')
    }
    const processor = ccbill.create(config, { fetch: fetch as typeof globalThis.fetch, now: 1_000_000 })
    expect(await processor.settle(order)).toEqual({ kind: 'waiting' })
    const [request] = requests
    expect(request?.url).toBe('https://relay.example.com/utils/subscriptionManagement.cgi')
    expect(request?.headers.get('authorization')).toBe(`Bearer ${live.CCBILL_RELAY_SECRET}`)
    expect(Object.fromEntries(new URLSearchParams(await request?.text()))).toEqual({
      clientAccnum: '900000',
      usingSubacc: '0001',
      username: 'sandboxlink',
      password: 'sandbox-datalink-password',
      action: 'viewSubscriptionStatus',
      subscriptionId: '0222057601000107735',
      returnXML: '1',
    })
  })

  it('asks about nothing before a notice has named something', async () => {
    const { config } = parsed({})
    const fetch = () => Promise.reject(new Error('asked'))
    const processor = config && ccbill.create(config, { fetch, now: 1_000_000 })
    expect(await processor?.settle({ ...order, providerPaymentHint: null })).toEqual({ kind: 'waiting' })
    expect(await processor?.read('0222057601000107735', null)).toBeNull()
  })
})
