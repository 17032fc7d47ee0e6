type CheckoutAddress = {
  method: string
  plan: string
  currency: string
  bank?: string
  agreedMinor?: string
  video?: string
  from?: string
}

/** Addresses that only a purchase needs. */
export const payPaths = {
  /** The premium page with the buyer's choice, for the return from signing in or paying. */
  choice: (choice: { plan: string; currency: string; method: string }) =>
    `/premium?${new URLSearchParams(choice)}`,
  /** A document of its own: opened in a frame or by a plain link, never by the router. */
  checkout: (order: CheckoutAddress) => `/checkout?${new URLSearchParams(order)}`,
}
