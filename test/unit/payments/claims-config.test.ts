import { describe, expect, it } from 'vitest'
import { sandboxPayments } from '#dev/sandbox/payments/keys'
import { parsePayments } from '#worker/integrations/payments/config'

const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const pair = 'https://one.example|https://two.example'

function parse(addresses: string, explorers: string, production = true) {
  const { chain, problems } = parsePayments(
    { CHAIN_ADDRESSES: addresses, CHAIN_EXPLORERS: explorers },
    production,
    () => null,
  )
  return { chain, problems }
}

describe('configuration of coins', () => {
  it('takes a coin with its address and two explorers', () => {
    expect(parse(`BTC=${btc}`, `BTC=${pair}`)).toEqual({
      chain: {
        addresses: { BTC: btc },
        explorers: { BTC: ['https://one.example', 'https://two.example'] },
      },
      problems: [],
    })
  })

  it.each([
    ['none', ''],
    ['one', 'BTC=https://one.example'],
    ['three', `BTC=${pair}|https://three.example`],
    ['the same host twice', 'BTC=https://one.example/a|https://one.example/b'],
    ['one without TLS', 'BTC=https://one.example|http://two.example'],
    ['no addresses at all', 'BTC=one|two'],
    ['those of another coin', `LTC=${pair}`],
  ])('leaves a coin out, and says so, with explorers that are %s', (_, explorers) => {
    expect(parse(`BTC=${btc}`, explorers)).toEqual({
      chain: null,
      problems: ['CHAIN_EXPLORERS needs two independent https addresses for BTC, so that coin is off.'],
    })
  })

  it.each([
    ['BTC', 'not an address'],
    ['ETH', '0x8617E340B3D01FA5F11F306F4090FD50E23807'],
    ['MATIC', '8617E340B3D01FA5F11F306F4090FD50E238070D'],
    ['USDT', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9'],
    ['USDT', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b'],
  ])('leaves %s out, and says so, with the address %s', (coin, address) => {
    expect(parse(`${coin}=${address}`, `${coin}=${pair}`)).toEqual({
      chain: null,
      problems: [`CHAIN_ADDRESSES has no valid address for ${coin}, so that coin is off.`],
    })
  })

  it('names a coin that it does not know', () => {
    expect(parse('DOGE=D8vFz4p1L37jdg47HXKtSHA5uYLYxbGgPD', `DOGE=${pair}`)).toEqual({
      chain: null,
      problems: ['CHAIN_ADDRESSES names DOGE, which is not a coin that can be paid with.'],
    })
  })

  it('takes the sandbox for all six, but not in production', () => {
    const { CHAIN_ADDRESSES, CHAIN_EXPLORERS } = sandboxPayments('http://localhost:8790')
    const local = parse(CHAIN_ADDRESSES, CHAIN_EXPLORERS, false)
    expect(Object.keys(local.chain?.addresses ?? {})).toHaveLength(6)
    expect(local.problems).toEqual([])
    const live = parse(CHAIN_ADDRESSES, CHAIN_EXPLORERS)
    expect(live.chain).toBeNull()
    expect(live.problems).toHaveLength(6)
  })
})
