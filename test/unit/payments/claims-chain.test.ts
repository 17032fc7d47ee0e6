import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sandboxPayments } from '#dev/sandbox/payments/keys'
import { bitcoinCashKey, tronKey } from '#worker/integrations/payments/chain/addresses'
import { compare } from '#worker/integrations/payments/chain/compare'
import type { Sighting } from '#worker/integrations/payments/chain/sighting'

describe('addresses', () => {
  // The pairs of the CashAddr standard.
  it.each([
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR', 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
    ['16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb', 'bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r'],
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
    ['3LDsS579y7sruadqu11beEJoTjdFiFCdX4', 'bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e'],
  ])('of Bitcoin Cash are the same in both forms: %s', (legacy, cash) => {
    const key = bitcoinCashKey(legacy)
    expect(key).not.toBeNull()
    expect(bitcoinCashKey(cash)).toBe(key)
    expect(bitcoinCashKey(cash.replace('bitcoincash:', ''))).toBe(key)
    expect(bitcoinCashKey(cash.toUpperCase())).toBe(key)
  })

  it('with a wrong character are none', () => {
    const cash = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
    const at = fc.integer({ min: 12, max: cash.length - 1 })
    const property = fc.property(
      at,
      fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7lb1io'),
      (index, char) => {
        fc.pre(cash[index] !== char)
        expect(bitcoinCashKey(cash.slice(0, index) + char + cash.slice(index + 1))).toBeNull()
      },
    )
    fc.assert(property)
    expect(bitcoinCashKey('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv')).toBeNull()
    expect(bitcoinCashKey('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBeNull()
    expect(bitcoinCashKey('')).toBeNull()
  })

  it('of TRON are what contracts log', () => {
    // Tether's own contract.
    expect(tronKey('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c')
    expect(tronKey('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toBeNull()
    expect(tronKey('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu')).toBeNull()
  })

  it('of the sandbox are whole', () => {
    const addresses = new Map(
      sandboxPayments('')
        .CHAIN_ADDRESSES.split(',')
        .map((pair) => pair.split('=') as [string, string]),
    )
    expect(bitcoinCashKey(addresses.get('BCH') ?? '')).not.toBeNull()
    expect(tronKey(addresses.get('USDT') ?? '')).not.toBeNull()
  })
})

const sighting: fc.Arbitrary<Sighting> = fc.oneof(
  fc.constant({ state: 'absent' } as const),
  fc.constant({ state: 'unconfirmed' } as const),
  fc.record({
    state: fc.constant('unpaid' as const),
    why: fc.constantFrom('failed' as const, 'not_to_us' as const),
  }),
  fc.record({
    state: fc.constant('mined' as const),
    paid: fc.bigInt(0n, 3n),
    block: fc.constantFrom('a', 'b'),
    final: fc.boolean(),
    at: fc.constantFrom(1000, 2000),
  }),
)

describe('compare', () => {
  it('is the same from both sides', () => {
    fc.assert(
      fc.property(sighting, sighting, (one, two) => {
        expect(compare(one, two)).toEqual(compare(two, one))
      }),
    )
  })

  it('shows money only where both show the same', () => {
    const property = fc.property(sighting, sighting, (one, two) => {
      const both = compare(one, two)
      if (both.state !== 'mined') return
      const same = { state: 'mined', paid: both.paid, block: both.block }
      expect([one, two]).toEqual([expect.objectContaining(same), expect.objectContaining(same)])
      expect(both.final).toBe(one.state === 'mined' && one.final && two.state === 'mined' && two.final)
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('agrees with itself', () => {
    fc.assert(
      fc.property(sighting, (one) => {
        expect(compare(one, one)).toEqual(one)
      }),
    )
  })

  const mined: Sighting = { state: 'mined', paid: 1n, block: 'a', final: true, at: 1 }
  it.each<[string, Sighting, Sighting]>([
    ['absent', { state: 'absent' }, { state: 'unconfirmed' }],
    ['unconfirmed', { state: 'unconfirmed' }, mined],
    ['contradiction', { state: 'absent' }, mined],
    ['contradiction', { state: 'unpaid', why: 'failed' }, mined],
    ['contradiction', { state: 'unpaid', why: 'failed' }, { state: 'unpaid', why: 'not_to_us' }],
    ['contradiction', { ...mined, paid: 2n }, mined],
    ['contradiction', { ...mined, block: 'b' }, mined],
  ])('finds %s', (state, one, two) => {
    expect(compare(one, two).state).toBe(state)
  })
})
