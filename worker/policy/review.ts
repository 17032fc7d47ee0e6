interface Payments {
  razorpay: object | null
}

/** The settings that decide about reviews, as the row has them. */
interface Rules {
  requireContentApproval: boolean
  /** Null while the card rules don't hold. */
  cardRulesSince: number | null
}

/**
 * Tells whether a checkout takes cards under the operator's own agreement with its provider. The card rules aren't about
 * it: they are for the method `card` alone.
 */
function takesCardsByAgreement({ razorpay }: Payments): boolean {
  return razorpay !== null
}

/**
 * Tells whether trust lets an uploader's files skip review, as far as the configuration decides it: card networks want
 * all of them reviewed, so none counts where such a checkout is set up, with or without the card rules. While those hold,
 * none counts either, which SQL reads from the row of settings in the statement that writes.
 */
export function doesTrustCount(payments: Payments): boolean {
  return !takesCardsByAgreement(payments)
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
