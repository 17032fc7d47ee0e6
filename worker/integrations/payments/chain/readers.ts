import type { Coin } from '#contract/values/payments/payments'
import { bitcoinCashKey } from './addresses'
import { blockchair } from './blockchair'
import { esplora } from './esplora'
import { jsonRpc } from './json-rpc'
import type { Reader } from './sighting'
import { readTron } from './tron'

const sixBlocks = { monthly: 6, yearly: 6 }
const bitcoinCash = {
  blockchair: blockchair(sixBlocks),
  esplora: esplora({ depth: sixBlocks, key: bitcoinCashKey, block: 'height' }),
}

/** Few explorers know this coin; Blockchair, one of them, has an API of its own. */
const readBitcoinCash: Reader = async (outside, base, question) => {
  const dialect = new URL(base).hostname.endsWith('blockchair.com') ? 'blockchair' : 'esplora'
  return bitcoinCash[dialect](outside, base, question)
}

/** How each coin's chain is read, and when a payment on it counts as final. */
export const readers: Record<Coin, Reader> = {
  BTC: esplora({ depth: { monthly: 3, yearly: 6 } }),
  LTC: esplora({ depth: sixBlocks }),
  BCH: readBitcoinCash,
  ETH: jsonRpc(1n),
  MATIC: jsonRpc(137n),
  USDT: readTron,
}
