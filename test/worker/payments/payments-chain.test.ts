import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Coin, coinFacts, coins } from '#contract/values/payments/payments'
import { type Plan, plans } from '#contract/values/payments/prices'
import { payments } from '#db/schema'
import { forgetAll } from '#worker/isolate-state'
import { d1Cost } from '../../support/client'
import { changeSettings, changeSettingsRow, testDb } from '../../support/factories'
import {
  claimCoins,
  claimOf,
  claimsOf,
  newTransactionId,
  settleDown,
  sweepClaims,
} from '../../support/payments/claims'
import {
  buyer,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  paymentsWorld,
} from '../../support/payments/payments'

const world = paymentsWorld()
const db = testDb()
const hour = 3600_000
const day = 24 * hour

const miss = {
  success: false,
  status: 'pending',
  code: 'pending',
  message: "We're checking your payment. We'll activate premium and email you once it's confirmed.",
}
const seen = { success: true, message: expect.stringContaining('seen your payment on the network') }

/** The sandbox's name of each chain. */
const chains = { BTC: 'btc', ETH: 'eth', USDT: 'usdt', MATIC: 'matic', BCH: 'bch', LTC: 'ltc' } as const

type Transfer = Parameters<typeof world.sandbox.chain.pay>[1]

/** Pays the plan's price, with enough confirmations to be final by default. */
function pay(coin: Coin, change: Partial<Transfer> = {}, plan: Plan = 'monthly'): string {
  const amount = coinFacts[coin].amounts[plan]
  return world.sandbox.chain.pay(chains[coin], { amount, confirmations: 100, ...change })
}

/** Creates an account with a stopped clock, which the test moves. */
async function payer() {
  const client = await buyer()
  const start = Date.now()
  return Object.assign(client, { start, now: start })
}

beforeAll(() => changeSettings({ cryptoPaymentsEnabled: true }))
beforeEach(async () => {
  forgetAll()
  await settleDown()
})

describe('a coin payment', () => {
  it.each(coins)(
    'of %s is seen at once, and grants when it is final and an hour has passed',
    async (coin) => {
      const client = await payer()
      for (const plan of plans) {
        expect(await claimCoins(client, coin, pay(coin, {}, plan), { plan })).toEqual(seen)
      }
      for (const claim of await claimsOf(client.userId)) {
        expect(claim).toMatchObject({ status: 'seen', nextCheckAt: client.start + hour })
      }
      await sweepClaims(client.start + hour - 1)
      await expectNothingGranted(client)
      await sweepClaims(client.start + hour)
      expect(await isPremium(client)).toBe(true)
      const granted = await grants(client.userId)
      expect(granted.map(({ days }) => days).sort()).toEqual([30, 365])
      for (const { days, paymentId } of granted) {
        const plan = days === 30 ? 'monthly' : 'yearly'
        expect(await ledgerRows(paymentId)).toMatchObject([
          { kind: 'charge', currency: coin, amountMinor: null, amountAtomic: coinFacts[coin].amounts[plan] },
        ])
        const [kept] = await db.select().from(payments).where(eq(payments.id, paymentId))
        expect(kept).toMatchObject({ provider: 'chain', verifiedBy: 'chain', plan })
      }
    },
  )

  it('waits for as many blocks as its worth asks for', async () => {
    const [month, year] = [await payer(), await payer()]
    const ids = [pay('BTC', { confirmations: 3 }), pay('BTC', { confirmations: 5 }, 'yearly')] as const
    await claimCoins(month, 'BTC', ids[0])
    await claimCoins(year, 'BTC', ids[1], { plan: 'yearly' })
    await sweepClaims(year.start + hour)
    expect([await isPremium(month), await isPremium(year)]).toEqual([true, false])
    world.sandbox.chain.mine('btc')
    await sweepClaims(year.start + 2 * hour)
    expect(await isPremium(year)).toBe(true)
  })

  it("that isn't on the chain yet is found when it is", async () => {
    const client = await payer()
    const id = pay('ETH', { confirmations: 0 })
    expect(await claimCoins(client, 'ETH', id)).toEqual(miss)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'submitted' })
    world.sandbox.chain.mine('eth')
    await sweepClaims(client.start + 60_000)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'seen' })
    world.sandbox.chain.finalise('eth')
    await sweepClaims(client.start + hour)
    expect(await isPremium(client)).toBe(true)
  })

  it('is taken with a transaction id alone', async () => {
    const client = await payer()
    for (const transactionId of ['abc', 'x'.repeat(64), '0x', 'g'.repeat(64)]) {
      const json = { plan: 'monthly', currency: 'BTC', network: 'BTC', transactionId, agreed: true }
      expect((await client.request('POST', '/api/premium/confirm-crypto', { json })).status).toBe(400)
    }
    expect(await claimsOf(client.userId)).toEqual([])
  })
})

describe('attacks with coins', () => {
  it('70: while crypto is off nothing but the setting is read', async () => {
    const client = await payer()
    const id = pay('BTC')
    const json = { plan: 'monthly', currency: 'BTC', network: 'BTC', transactionId: id, agreed: true }
    const ask = () => client.request('POST', '/api/premium/confirm-crypto', { json })
    try {
      // The copy in KV may lag behind; the row decides.
      await changeSettingsRow({ cryptoPaymentsEnabled: false })
      const before = world.sandbox.calls.length
      // More often than the limit allows: this isn't counted either.
      for (let tries = 0; tries < 7; tries += 1) {
        const response = await ask()
        expect(await response.json()).toMatchObject({ success: false, code: 'paused' })
        // The session and the setting.
        expect(d1Cost(response).queries).toBe(2)
      }
      expect(world.sandbox.calls.length).toBe(before)
      expect(await claimsOf(client.userId)).toEqual([])
    } finally {
      await changeSettings({ cryptoPaymentsEnabled: true })
    }
    expect(await (await ask()).json()).toEqual(seen)
  })

  it('71: a transaction buys once, in whatever way its id is written', async () => {
    const [first, second] = [await payer(), await payer()]
    const id = pay('ETH')
    const bare = id.slice(2)
    expect(await claimCoins(first, 'ETH', id)).toEqual(seen)
    await sweepClaims(first.start + hour)
    for (const typed of [id, bare, bare.toUpperCase(), `0X${bare.toUpperCase()}`]) {
      expect(await claimCoins(second, 'ETH', typed)).toEqual(miss)
    }
    await sweepClaims(second.start + 6 * day)
    expect([await isPremium(first), await isPremium(second)]).toEqual([true, false])
    await expectNothingGranted(second)
    expect(await claimOf(second.userId)).toMatchObject({ status: 'review', ref: bare })
    expect(await claimCoins(first, 'ETH', bare)).toMatchObject({ success: true })
    expect(await grants(first.userId)).toHaveLength(1)
  })

  it('71: who claims a transfer that they watched arrive, and who made it, are both left to an administrator', async () => {
    const [thief, owner] = [await payer(), await payer()]
    const id = pay('BTC')
    expect(await claimCoins(thief, 'BTC', id)).toEqual(seen)
    expect(await claimCoins(owner, 'BTC', id)).toEqual(miss)
    await sweepClaims(owner.start + 2 * day)
    for (const one of [thief, owner]) await expectNothingGranted(one)
    expect((await claimOf(thief.userId)).status).toBe('review')
  })

  it('72: a coin on another network is refused, and told where it belongs', async () => {
    const client = await payer()
    const id = pay('USDT')
    for (const network of ['ETH', 'MATIC', 'BTC', 'trx', 'nowhere']) {
      expect(await claimCoins(client, 'USDT', id, { network })).toEqual({
        success: false,
        code: 'mismatch',
        message: 'USDT is taken on the TRX network alone.',
      })
    }
    expect(await claimsOf(client.userId)).toEqual([])
  })

  it.each(['a', 'b'] as const)(
    '72: explorer %s that serves another chain proves nothing',
    async (explorer) => {
      const client = await payer()
      const id = pay('MATIC')
      world.sandbox.chain.serveNetwork('matic', explorer, 80_002)
      expect(await claimCoins(client, 'MATIC', id)).toEqual(miss)
      await sweepClaims(client.start + day)
      await expectNothingGranted(client)
    },
  )

  it('72: the same transaction on another chain is not this one', async () => {
    const client = await payer()
    const id = pay('MATIC')
    expect(await claimCoins(client, 'ETH', id)).toEqual(miss)
    await sweepClaims(client.start + day)
    await expectNothingGranted(client)
  })

  it('73: a token that only calls itself USDT is worth nothing', async () => {
    const client = await payer()
    const id = pay('USDT', { contract: 'b614f803b6fd780986a42c78ec9c7f77e6ded13c', amount: '999000000' })
    expect(await claimCoins(client, 'USDT', id)).toEqual(miss)
    await sweepClaims(client.start + day)
    await expectNothingGranted(client)
    expect((await claimOf(client.userId)).finding).toBe('It pays nothing to our address.')
  })

  it.each(['ETH', 'USDT'] as const)('74: a failed transaction of %s is not granted', async (coin) => {
    const client = await payer()
    const id = pay(coin, { failed: true })
    expect(await claimCoins(client, coin, id)).toEqual(miss)
    await sweepClaims(client.start + day)
    await expectNothingGranted(client)
    expect((await claimOf(client.userId)).finding).toBe('The transaction failed.')
  })

  it.each<[Coin, string]>([
    ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['ETH', '0xde709f2102306220921060314715629080e2fb77'],
    ['USDT', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
    ['BCH', 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
  ])('75: the right amount of %s to another address is not granted', async (coin, to) => {
    const client = await payer()
    const id = pay(coin, { to })
    expect(await claimCoins(client, coin, id)).toEqual(miss)
    await sweepClaims(client.start + day)
    await expectNothingGranted(client)
  })

  it('75: a call of a contract with value is not a payment', async () => {
    const client = await payer()
    const id = pay('ETH', { input: '0xa9059cbb' })
    expect(await claimCoins(client, 'ETH', id)).toEqual(miss)
    await sweepClaims(client.start + day)
    await expectNothingGranted(client)
  })

  it('76: an unconfirmed transaction that is replaced is never granted', async () => {
    const client = await payer()
    const id = pay('BTC', { confirmations: 0 })
    expect(await claimCoins(client, 'BTC', id)).toEqual(miss)
    world.sandbox.chain.replace('btc', id)
    world.sandbox.chain.mine('btc', 10)
    await sweepClaims(client.start + day)
    await expectNothingGranted(client)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'submitted', paymentId: null })
  })

  it.each(['BTC', 'ETH'] as const)('77: %s in a block that goes away again is not granted', async (coin) => {
    for (const isGone of [false, true]) {
      const client = await payer()
      const id = pay(coin, { confirmations: 2 })
      expect(await claimCoins(client, coin, id)).toEqual(seen)
      world.sandbox.chain.reorganise(chains[coin], id, isGone)
      await sweepClaims(client.start + 2 * hour)
      await expectNothingGranted(client)
      expect(await claimOf(client.userId)).toMatchObject({ status: 'submitted' })
    }
  })

  it('78: several outputs to our address count together, others not at all', async () => {
    const [whole, half] = [await payer(), await payer()]
    const ours = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const other = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
    const two = pay('BTC', { amount: '20000', also: [{ address: ours, value: '30000' }] })
    const mixed = pay('BTC', { amount: '20000', also: [{ address: other, value: '30000' }] })
    expect(await claimCoins(whole, 'BTC', two)).toEqual(seen)
    expect(await claimCoins(half, 'BTC', mixed)).toEqual(miss)
    await sweepClaims(half.start + hour)
    expect([await isPremium(whole), await isPremium(half)]).toEqual([true, false])
    await expectNothingGranted(half)
  })

  it('79: one unit less than the price is not granted, of whatever coin', async () => {
    const client = await payer()
    for (const coin of coins) {
      client.now += hour
      const due = BigInt(coinFacts[coin].amounts.monthly)
      expect(await claimCoins(client, coin, pay(coin, { amount: String(due - 1n) }))).toEqual(miss)
    }
    await sweepClaims(client.now + hour)
    await expectNothingGranted(client)
    for (const { finding, status } of await claimsOf(client.userId)) {
      expect([status, finding]).toEqual(['review', expect.stringMatching(/arrived; the monthly plan costs/)])
    }
  })

  it('79: what a wallet rounds up is granted', async () => {
    const client = await payer()
    // 0.07 * 1e18 in floating point.
    const id = pay('ETH', { amount: '70000000000000010' }, 'yearly')
    expect(await claimCoins(client, 'ETH', id, { plan: 'yearly' })).toEqual(seen)
    await sweepClaims(client.start + hour)
    expect(await isPremium(client)).toBe(true)
  })

  it("79: a month's coins claimed as a year are not granted", async () => {
    const client = await payer()
    const id = pay('LTC')
    expect(await claimCoins(client, 'LTC', id, { plan: 'yearly' })).toEqual(miss)
    await sweepClaims(client.start + hour)
    await expectNothingGranted(client)
  })

  it.each([
    ['another amount', { value: '5000000000000' }],
    ['no such transaction', { missing: true }],
    ["that it isn't in a block", { unconfirmed: true }],
    ['that it failed', { failed: true }],
  ])('80: nothing is granted while one explorer shows %s', async (_, difference) => {
    const client = await payer()
    const ids = (['a', 'b'] as const).map((explorer) => {
      const id = pay('ETH')
      world.sandbox.chain.disagree('eth', explorer, id, difference)
      return id
    })
    for (const id of ids) expect(await claimCoins(client, 'ETH', id)).toEqual(miss)
    await sweepClaims(client.start + day)
    expect(await grants(client.userId)).toEqual([])
    for (const id of ids) {
      for (const explorer of ['a', 'b'] as const) world.sandbox.chain.disagree('eth', explorer, id, {})
    }
    await sweepClaims(client.start + 2 * day)
    expect(await grants(client.userId)).toHaveLength(2)
  })

  it('81: an explorer whose answer is an error, or nonsense, has said nothing', async () => {
    const client = await payer()
    const wrong = ['notok', 'nonsense', 'truncated', 'html', 'empty', 'lost', 'timeout'] as const
    for (const answer of wrong) {
      client.now += hour
      forgetAll()
      world.sandbox.fail({ path: '/chain/eth/b', answer, times: 100 })
      expect(await claimCoins(client, 'ETH', pay('ETH'))).toEqual(miss)
      world.sandbox.faults.clear()
    }
    for (const { finding, status } of await claimsOf(client.userId)) {
      expect([status, finding]).toEqual(['review', expect.stringContaining("Couldn't check the records")])
    }
    await expectNothingGranted(client)
    forgetAll()
    await sweepClaims(client.now + hour)
    expect(await grants(client.userId)).toHaveLength(wrong.length)
  })

  it('82: a transfer of more than 7 days ago goes to review', async () => {
    const client = await payer()
    const id = pay('BTC', { at: client.start - 8 * day })
    expect(await claimCoins(client, 'BTC', id)).toEqual(miss)
    await sweepClaims(client.start + day)
    await expectNothingGranted(client)
    expect(await claimOf(client.userId)).toMatchObject({
      status: 'review',
      finding: 'The transfer was made more than 7 days before the claim.',
    })
  })
})

describe('an administrator', () => {
  const approve = async (claimId: string, paymentId: string) => {
    const admin = await buyer({ isAdmin: true })
    const json = { paymentId, note: 'Seen on the chain.' }
    const response = await admin.request('POST', `/api/admin/claims/${claimId}/approve`, { json })
    return response.status
  }

  it('may take less, or older, coins that the chain shows', async () => {
    const client = await payer()
    const id = pay('LTC', { amount: '14999999' })
    await claimCoins(client, 'LTC', id)
    expect(await approve((await claimOf(client.userId)).id, id)).toBe(200)
    expect(await isPremium(client)).toBe(true)
    expect(await ledgerRows((await grants(client.userId))[0]?.paymentId ?? '')).toMatchObject([
      { amountAtomic: '14999999' },
    ])
  })

  it("can't take what the chain doesn't show, or shows to others", async () => {
    const client = await payer()
    const id = pay('ETH', { failed: true })
    await claimCoins(client, 'ETH', id)
    const { id: claimId } = await claimOf(client.userId)
    const elsewhere = pay('ETH', { to: '0xde709f2102306220921060314715629080e2fb77' })
    const young = pay('ETH', { confirmations: 1 })
    for (const evidence of [id, elsewhere, young, newTransactionId()]) {
      expect([evidence, await approve(claimId, evidence)]).toEqual([evidence, 409])
    }
    expect(await approve(claimId, 'no transaction')).toBe(400)
    world.sandbox.fail({ path: '/chain/eth/a', answer: 'notok', times: 100 })
    expect(await approve(claimId, pay('ETH'))).toBe(503)
    await expectNothingGranted(client)
  })
})
