import type { Plan } from '#contract/values/payments/prices'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import type { Answer, Buyer } from './payments'

/** An order as a test follows it. */
export interface TrialOrder {
  /** The ID by which its buyer confirms it: the provider's, or ours. */
  id: string
  /** The processor's page, where there is one. */
  redirectUrl?: string
  plan: Plan
  buyer: Buyer
}

/**
 * `approved`: the money may be taken; `taken`: it was taken without us; `cheap`: less than was ordered. Only a chain
 * takes `more`, or money that is `late`.
 */
export const waysToPay = ['approved', 'taken', 'taken', 'pending', 'failed', 'cheap', 'more', 'late'] as const
export type WayToPay = (typeof waysToPay)[number]

/** What may happen to money later. A processor ignores what can't happen to its payments. */
export const moneyChanges = [
  'arrive',
  'refund',
  'part',
  'dispute',
  'win',
  'lose',
  'reverse',
  'return',
] as const
export type MoneyChange = (typeof moneyChanges)[number]

/** A payment as the provider knows it: the standard for every check. */
export interface Truth<Order extends TrialOrder = TrialOrder> {
  /** The provider's. */
  id: string
  order: Order
  amountMinor: number
  /** Exactly the order. */
  isRight: boolean
  /** The money was here, at least for a time. */
  wasTaken: boolean
  /** It is here now. */
  isHere: boolean
  refundedMinor: number
  dispute: 'none' | 'open' | 'won' | 'lost'
}

/** How lives of the property test may end. */
export type End = 'granted' | 'returned' | 'struck' | 'wrong' | 'short' | 'unheard' | 'rival'

/** What the tests that go over all processors need to know of one. */
export interface Trial {
  /** Orders in the currency of its default price. */
  order(client: Buyer, plan: Plan): Promise<Pick<TrialOrder, 'id' | 'redirectUrl'>>
  /** Pays as its buyer. */
  pay(sandbox: PaymentsSandbox, order: TrialOrder, how: WayToPay): void | Promise<void>
  /** Asks the site for the order's state as its page does, as any buyer and for any plan. */
  confirm(sandbox: PaymentsSandbox, client: Buyer, order: TrialOrder, plan: Plan): Promise<Answer>
  /** Whether the page names a plan when it confirms. */
  confirmsPlan?: true
  /** The type of the notice without which nothing says for which order a payment was made. */
  needsNotice?: string
  /** Returns, for each of its payments, what changes it. */
  changes(sandbox: PaymentsSandbox): ((change: MoneyChange) => void)[]
  /** Returns its payments for these orders. */
  truths<Order extends TrialOrder>(sandbox: PaymentsSandbox, orders: readonly Order[]): Truth<Order>[]
  /** How a buyer takes money back against our will; null where no one can. */
  contest: MoneyChange | null
  /** Errors of its twin that only say that something isn't allowed. */
  refusals: readonly (new (
    ...given: never[]
  ) => Error)[]
  /** Beginning of the paths of its API, of which any may fail. */
  faultyPath: string
  /** How some of its lives have to end: a property that was never exercised would hold too. */
  ends: readonly End[]
}
