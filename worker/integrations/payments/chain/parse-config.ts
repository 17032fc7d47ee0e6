import { type Coin, coins } from '#contract/values/payments/payments'
import type { ChainConfig } from '../config'
import type { ConfigReader } from '../config-reader'
import { bitcoinCashKey, tronKey } from './addresses'

/** Coins sent to an invalid address are lost. */
const isAddress: Record<Coin, (address: string) => boolean> = {
  BTC: isBitcoinLike,
  LTC: isBitcoinLike,
  BCH: (address) => bitcoinCashKey(address) !== null,
  ETH: isEthereumLike,
  MATIC: isEthereumLike,
  USDT: (address) => tronKey(address) !== null,
}

/**
 * Returns the coins that can be received and watched. A coin that can't be watched isn't offered, since its
 * payments could never be confirmed. Null without any.
 */
export function parseChain({ text, problem, production }: ConfigReader): ChainConfig | null {
  // `BTC=https://one|https://two,…`
  const watched = new Map(pairs(text('CHAIN_EXPLORERS')))
  const addresses: ChainConfig['addresses'] = {}
  const explorers: ChainConfig['explorers'] = {}
  for (const [coin, address] of pairs(text('CHAIN_ADDRESSES'))) {
    const [one, two, ...more] = (watched.get(coin) ?? '').split('|').filter(Boolean)
    if (!isCoin(coin)) {
      problem(`CHAIN_ADDRESSES names ${coin}, which is not a coin that can be paid with.`)
    } else if (!isAddress[coin](address)) {
      problem(`CHAIN_ADDRESSES has no valid address for ${coin}, so that coin is off.`)
    } else if (!one || !two || more.length > 0 || !areUsable(one, two, production)) {
      problem(`CHAIN_EXPLORERS needs two independent https addresses for ${coin}, so that coin is off.`)
    } else {
      addresses[coin] = address
      explorers[coin] = [one, two]
    }
  }
  return Object.keys(addresses).length > 0 ? { addresses, explorers } : null
}

/** Outside production both may be the sandbox. */
function areUsable(one: string, two: string, production: boolean): boolean {
  if (!URL.canParse(one) || !URL.canParse(two)) return false
  const [first, second] = [new URL(one), new URL(two)]
  if (!production) return true
  return first.protocol === 'https:' && second.protocol === 'https:' && first.host !== second.host
}

function isBitcoinLike(address: string): boolean {
  return /^[a-zA-Z0-9]{25,90}$/.test(address)
}

function isEthereumLike(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address)
}

function pairs(list: string): [string, string][] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry.includes('='))
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)])
}

function isCoin(name: string): name is Coin {
  return (coins as readonly string[]).includes(name)
}
