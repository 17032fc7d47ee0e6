import type { Clock } from '../clock.ts'
import { hexId } from '../ids.ts'
import type { Block, ChainId, Explorer, LedgerState, Transaction } from './state.ts'

interface Nature {
  /** Milliseconds between blocks. */
  interval: number
  /** Blocks after which the network itself calls a block final. */
  finalityLag: number
  /** Prefix of its hashes. */
  prefix: '' | '0x'
  /** The network's own ID. */
  networkId: number
}

const utxo = { finalityLag: 6, prefix: '' as const, networkId: 0 }
export const natures: Record<ChainId, Nature> = {
  btc: { ...utxo, interval: 600_000 },
  ltc: { ...utxo, interval: 150_000 },
  bch: { ...utxo, interval: 600_000 },
  eth: { interval: 12_000, finalityLag: 64, prefix: '0x', networkId: 1 },
  matic: { interval: 2000, finalityLag: 16, prefix: '0x', networkId: 137 },
  usdt: { interval: 3000, finalityLag: 19, prefix: '', networkId: 0 },
}

/** A transaction as one explorer shows it. */
export interface Seen extends Omit<Transaction, 'height'> {
  block: Block | null
}

/** One network: blocks that are generated only when asked for, and the transactions of tests. */
export class Ledger {
  readonly nature: Nature
  readonly state: LedgerState
  private readonly clock: Clock

  constructor(id: ChainId, state: LedgerState, clock: Clock) {
    this.nature = natures[id]
    this.state = state
    this.clock = clock
  }

  get finalHeight(): number {
    return this.state.height - this.nature.finalityLag
  }

  newHash(): string {
    return this.nature.prefix + hexId(64)
  }

  block(height: number): Block | null {
    if (height > this.state.height || height < 0) return null
    const at = this.clock.now() - (this.state.height - height) * this.nature.interval
    this.state.blocks[height] ??= { height, hash: this.newHash(), at }
    return this.state.blocks[height]
  }

  blockByHash(hash: string): Block | null {
    return Object.values(this.state.blocks).find((block) => block.hash === hash) ?? null
  }

  /** Returns a transaction by its ID in either case, as explorers do; throws for an unknown one. */
  transaction(id: string): Transaction {
    const transaction = this.state.transactions[id.toLowerCase()]
    if (!transaction) throw new Error(`No transaction ${id}`)
    return transaction
  }

  see(id: string, explorer: Explorer): Seen | null {
    const transaction = this.state.transactions[id.toLowerCase()]
    const difference = transaction?.seenBy[explorer] ?? {}
    if (!transaction || difference.missing) return null
    const { height, outputs } = transaction
    const [first, ...more] = outputs
    return {
      ...transaction,
      failed: difference.failed ?? transaction.failed,
      outputs: first && difference.value ? [{ ...first, value: difference.value }, ...more] : outputs,
      block: height === null || difference.unconfirmed ? null : this.block(height),
    }
  }

  networkOf(explorer: Explorer): number {
    return this.state.networks[explorer] ?? this.nature.networkId
  }

  mine(blocks: number): void {
    for (let mined = 0; mined < blocks; mined += 1) {
      this.state.height += 1
      const { height } = this.state
      this.state.blocks[height] = { height, hash: this.newHash(), at: this.clock.now() }
      for (const transaction of Object.values(this.state.transactions)) transaction.height ??= height
    }
  }

  /** Replaces the transaction's block, and all after it, by others without it. */
  reorganise(transaction: Transaction): void {
    const from = transaction.height
    if (from === null) return
    for (let height = from; height <= this.state.height; height += 1) {
      const old = this.state.blocks[height]
      if (old) this.state.orphans[old.hash] = old
      this.state.blocks[height] = { height, hash: this.newHash(), at: old?.at ?? this.clock.now() }
    }
    for (const one of Object.values(this.state.transactions)) {
      if (one.height !== null && one.height >= from) one.height = null
    }
  }
}
