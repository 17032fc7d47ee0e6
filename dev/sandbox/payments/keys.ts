import { processorVars } from '#processors/vars'

const sandboxKeys = {
  CARD_DESCRIPTOR: 'MEMBERSHIP SANDBOX',
  UPI_VPA: 'nocturne.sandbox@upi',
  UPI_NAME: 'Membership',
} as const

/** Returns the address of each external service on the sandbox at `origin`. */
export function sandboxPayments(origin: string) {
  return {
    ...processorKeys(origin),
    ...sandboxKeys,
    CHAIN_ADDRESSES: [
      'BTC=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'ETH=0x52908400098527886E0F7030069857D2E4169EE7',
      'USDT=TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      'MATIC=0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'BCH=bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'LTC=ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    ].join(','),
    CHAIN_EXPLORERS: ['BTC', 'ETH', 'USDT', 'MATIC', 'BCH', 'LTC']
      .map(
        (coin) => `${coin}=${origin}/chain/${coin.toLowerCase()}/a|${origin}/chain/${coin.toLowerCase()}/b`,
      )
      .join(','),
  }
}

type Vars = (typeof processorVars)[keyof typeof processorVars]
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer Each) => void
  ? Each
  : never

function processorKeys(origin: string): All<Vars['keys'] | ReturnType<Vars['urls']>> {
  const vars = Object.entries(processorVars).map(([id, { keys, urls }]) => ({
    ...keys,
    ...urls(`${origin}/${id}`),
  }))
  return Object.assign({}, ...vars)
}
