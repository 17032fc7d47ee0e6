export const chainIds = ['btc', 'ltc', 'bch', 'eth', 'matic', 'usdt'] as const
export type ChainId = (typeof chainIds)[number]
/** Two of each: they agree until a test says otherwise. */
export type Explorer = 'a' | 'b'

export interface Output {
  address: string
  /** Atomic units, as decimal digits. */
  value: string
}

export interface Transaction {
  id: string
  outputs: Output[]
  from: string
  /** Null while it waits to be mined. */
  height: number | null
  /** Milliseconds. */
  at: number
  failed: boolean
  /** ETH and the like: data of the call. */
  input: string
  /** Contract that emits a token's log, in hex without the network's prefix. */
  contract: string
  /** Differences in an explorer's view. */
  seenBy: Partial<Record<Explorer, Difference>>
}

export interface Difference {
  missing?: boolean
  unconfirmed?: boolean
  failed?: boolean
  value?: string
}

export interface Block {
  height: number
  hash: string
  at: number
}

export interface LedgerState {
  height: number
  /** Blocks that were asked about, by height. */
  blocks: Record<number, Block>
  /** Blocks orphaned by a reorganisation, by hash. */
  orphans: Record<string, Block>
  transactions: Record<string, Transaction>
  /** Networks of explorers that serve the wrong one. */
  networks: Partial<Record<Explorer, number>>
}

export type ChainState = Record<ChainId, LedgerState>

export function emptyChains(): ChainState {
  const empty = (): LedgerState => ({
    height: 900_000,
    blocks: {},
    orphans: {},
    transactions: {},
    networks: {},
  })
  return { btc: empty(), ltc: empty(), bch: empty(), eth: empty(), matic: empty(), usdt: empty() }
}
