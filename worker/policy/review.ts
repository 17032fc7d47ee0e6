interface Payments {
  /** Its checkout takes cards. */
  razorpay: object | null
}

/** The settings that decide about reviews, as the row has them. */
interface Rules {
  requireContentApproval: boolean
  /** Null while the card rules don't hold. */
  cardRulesSince: number | null
}

/**
 * Tells whether trust lets an uploader's files skip review, as far as the configuration decides it: card networks want
 * all of them reviewed, so no trust counts while Razorpay is set up. While the card rules hold, none counts either, which
 * SQL reads from the row of settings in the statement that writes.
 */
export function doesTrustCount({ razorpay }: Payments): boolean {
  return razorpay === null
}

/** Tells whether an account's files are reviewed before anyone sees them. */
export function isReviewed(
  { requireContentApproval, cardRulesSince }: Rules,
  { trustedAt }: { trustedAt: number | null },
  payments: Payments,
): boolean {
  const isTrusted = trustedAt !== null && cardRulesSince === null && doesTrustCount(payments)
  return requireContentApproval && !isTrusted
}
