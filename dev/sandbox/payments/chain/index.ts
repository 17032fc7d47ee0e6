import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import { sandboxPayments } from '../keys.ts'
import { esploraApp } from './esplora.ts'
import { jsonRpcApp } from './json-rpc.ts'
import { Ledger } from './ledger.ts'
import {
  type ChainId,
  type ChainState,
  chainIds,
  type Difference,
  type Explorer,
  type Output,
} from './state.ts'
import { tronApp } from './tron.ts'

/** The contract of Tether on TRON, in hex. */
const tether = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'

const payers: Record<ChainId, string> = {
  btc: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ltc: 'ltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qmu8tk5',
  bch: 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy',
  eth: '0xde709f2102306220921060314715629080e2fb77',
  matic: '0xde709f2102306220921060314715629080e2fb77',
  usdt: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
}

export interface Transfer {
  /** Atomic units. */
  amount: string
  /** Our own address by default. */
  to?: string
  /** More outputs of the same transaction. */
  also?: Output[]
  /** Blocks on top of it, including its own; 0 leaves it unmined. */
  confirmations?: number
  failed?: boolean
  input?: string
  /** Contract of a token that only looks like the real one. */
  contract?: string
  /** Milliseconds; also the time of its block. */
  at?: number
}

/** The chains, each shown by two explorers, at `/<coin>/a` and `/<coin>/b`. */
export class Chain {
  readonly app = new Hono()
  private readonly ledgers: Record<ChainId, Ledger>
  private readonly clock: Clock

  constructor(state: ChainState, clock: Clock) {
    this.clock = clock
    const entries = chainIds.map((id) => [id, new Ledger(id, state[id], clock)])
    this.ledgers = Object.fromEntries(entries) as Record<ChainId, Ledger>
    for (const id of chainIds) {
      for (const explorer of ['a', 'b'] as const) {
        this.app.route(`/${id}/${explorer}`, explorerApp(id, this.ledgers[id], explorer))
      }
    }
  }

  /** Sends coins; returns the transaction's ID. */
  pay(coin: ChainId, transfer: Transfer): string {
    const ledger = this.ledgers[coin]
    const id = ledger.newHash()
    const confirmations = transfer.confirmations ?? 0
    const height = confirmations > 0 ? ledger.state.height - confirmations + 1 : null
    const at = transfer.at ?? this.clock.now()
    ledger.state.transactions[id] = {
      id,
      outputs: [
        { address: transfer.to ?? ourAddress(coin), value: transfer.amount },
        ...(transfer.also ?? []),
      ],
      from: payers[coin],
      height,
      at,
      failed: transfer.failed ?? false,
      input: transfer.input ?? '0x',
      contract: transfer.contract ?? tether,
      seenBy: {},
    }
    const block = height === null ? null : ledger.block(height)
    if (block && transfer.at !== undefined) block.at = transfer.at
    return id
  }

  /** Mines blocks; the first includes everything waiting. */
  mine(coin: ChainId, blocks = 1): void {
    this.ledgers[coin].mine(blocks)
  }

  /** Mines enough blocks to make everything final. */
  finalise(coin: ChainId): void {
    this.mine(coin, this.ledgers[coin].nature.finalityLag + 1)
  }

  /** Spends the same coins elsewhere: this transaction disappears. Returns the other's ID. */
  replace(coin: ChainId, id: string): string {
    const ledger = this.ledgers[coin]
    const { outputs } = ledger.transaction(id)
    delete ledger.state.transactions[id.toLowerCase()]
    return this.pay(coin, { amount: outputs[0]?.value ?? '1', to: payers[coin] })
  }

  /** Replaces the blocks since the transaction's: it waits again or, with `isGone`, disappears. */
  reorganise(coin: ChainId, id: string, isGone = false): void {
    const ledger = this.ledgers[coin]
    ledger.reorganise(ledger.transaction(id))
    if (isGone) delete ledger.state.transactions[id.toLowerCase()]
  }

  /** Makes one explorer differ about a transaction. */
  disagree(coin: ChainId, explorer: Explorer, id: string, difference: Difference): void {
    this.ledgers[coin].transaction(id).seenBy[explorer] = difference
  }

  /** Makes an explorer serve another network. */
  serveNetwork(coin: ChainId, explorer: Explorer, networkId: number): void {
    this.ledgers[coin].state.networks[explorer] = networkId
  }

  height(coin: ChainId): number {
    return this.ledgers[coin].state.height
  }
}

function explorerApp(id: ChainId, ledger: Ledger, explorer: Explorer): Hono {
  if (id === 'usdt') return tronApp(ledger, explorer)
  return id === 'eth' || id === 'matic' ? jsonRpcApp(ledger, explorer) : esploraApp(ledger, explorer)
}

function ourAddress(coin: ChainId): string {
  const entries = sandboxPayments('').CHAIN_ADDRESSES.split(',')
  const prefix = `${coin.toUpperCase()}=`
  return entries.find((entry) => entry.startsWith(prefix))?.slice(prefix.length) ?? ''
}
