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
}
