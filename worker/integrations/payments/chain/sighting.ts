import type { Plan } from '#contract/values/payments/prices'
import type { Outside } from '../http'

/** Why a transaction on the chain pays us nothing. */
export type Unpaid = 'failed' | 'not_to_us'

/** An explorer's view of a transaction. */
export type Sighting =
  | { state: 'absent' }
  /** Known, but in no block that counts: it may still be replaced. */
  | { state: 'unconfirmed' }
  | { state: 'unpaid'; why: Unpaid }
  /** In a block. `paid` is the sum that reached our address, in atomic units. */
  | { state: 'mined'; paid: bigint; block: string; final: boolean; at: number }

export interface Question {
  /** Canonical. */
  transactionId: string
  /** Ours. */
  address: string
  /** Decides how final it must be: more is at stake with a longer plan. */
  plan: Plan
}

/** Asks one explorer, at its base address. Throws ProviderDown for anything but a clear answer. */
export type Reader = (outside: Outside, base: string, question: Question) => Promise<Sighting>
