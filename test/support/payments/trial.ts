import type { Plan } from '#contract/values/payments/prices'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import type { Answer, Buyer } from './payments'

/** An order during a test. */
export interface TrialOrder {
  /** The ID by which its buyer confirms it: the provider's or ours. */
  id: string
  /** The URL of the processor's page, if it has one. */
  redirectUrl?: string
  plan: Plan
  buyer: Buyer
}

/**
 * Ways to pay an order. `approved`: the money may be taken; `taken`: it was taken without us; `cheap`: less
 * than ordered. Only on a chain can a buyer pay `more`, or `late`.
 */
export const waysToPay = ['approved', 'taken', 'taken', 'pending', 'failed', 'cheap', 'more', 'late'] as const
export type WayToPay = (typeof waysToPay)[number]

/** Later changes of a payment. A processor ignores those that its payments can't have. */
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

/** The truth about a payment, from the provider: the standard for every check. */
export interface Truth<Order extends TrialOrder = TrialOrder> {
  /** The provider's ID. */
  id: string
  order: Order
  amountMinor: number
  /** Whether it is exactly as ordered. */
  isRight: boolean
  /** Whether we had the money, at least for a time. */
  wasTaken: boolean
  /** Whether we have it now. */
  isHere: boolean
  refundedMinor: number
  dispute: 'none' | 'open' | 'won' | 'lost'
}

/** Possible ends of the property test's lives. */
export type End = 'granted' | 'returned' | 'struck' | 'wrong' | 'short' | 'unheard' | 'rival'

/** A processor's part in the tests that run on all processors. */
export interface Trial {
  /** Orders in the currency of its default price. */
  order(client: Buyer, plan: Plan): Promise<Pick<TrialOrder, 'id' | 'redirectUrl'>>
  /** Pays as its buyer. */
  pay(sandbox: PaymentsSandbox, order: TrialOrder, how: WayToPay): void | Promise<void>
  /** Asks the site for the order's state as its page does, as any buyer and for any plan. */
  confirm(sandbox: PaymentsSandbox, client: Buyer, order: TrialOrder, plan: Plan): Promise<Answer>
  /** Whether the page names a plan when it confirms. */
  confirmsPlan?: true
  /** The type of the notice that alone names a payment's order. */
  needsNotice?: string
  /** Returns functions that change each of its payments. */
  changes(sandbox: PaymentsSandbox): ((change: MoneyChange) => void)[]
  /** Returns its payments for these orders. */
  truths<Order extends TrialOrder>(sandbox: PaymentsSandbox, orders: readonly Order[]): Truth<Order>[]
  /** The change by which a buyer takes money back against our will; null if no one can. */
  contest: MoneyChange | null
  /** Errors of its twin that only mean that an action isn't allowed. */
  refusals: readonly (new (
    ...given: never[]
  ) => Error)[]
  /** Beginning of the paths of its API. Any call to it may fail. */
  faultyPath: string
  /** Ends that some of its lives must have: a property that was never exercised would hold, too. */
  ends: readonly End[]
}
