import type { Currency } from '../../values/payments/prices'

/** The videos that Premium unlocks right now: premium, and visible to everyone. */
export interface PremiumStock {
  videos: number
  /** Their whole length in seconds. */
  seconds: number
}

/** What the subscribe widget needs before its buyer chooses. */
export interface Shop {
  /** Nothing is sold while there are no videos, but for terms that extend a running one. */
  stock: PremiumStock
  /** Currencies that something can be paid in where the viewer is. */
  currencies: Currency[]
  /** The one chosen in this browser before, if it is offered. */
  chosen: Currency | null
  /** The one of the viewer's country, if it is offered. */
  first: Currency
}
