interface Payments {
  razorpay: object | null
}

/** The stored settings that decide about reviews. */
interface Rules {
  requireContentApproval: boolean
  /** Null while the card rules don't hold. */
  cardRulesSince: number | null
}

/**
 * Returns whether a checkout takes cards under the operator's own agreement with its provider. The card rules
 * don't apply there, but only to the method `card`.
 */
function takesCardsByAgreement({ razorpay }: Payments): boolean {
  return razorpay !== null
}

/**
 * Returns whether the configuration allows trusted uploaders to skip review. Card networks want all files
 * reviewed, so trust doesn't count where such a checkout is set up, with or without the card rules. While
 * those hold it doesn't count either, which SQL reads from the row of settings in the statement that writes.
 */
export function doesTrustCount(payments: Payments): boolean {
  return !takesCardsByAgreement(payments)
}

/** Returns whether an account's files are reviewed before anyone sees them. */
export function isReviewed(
  { requireContentApproval, cardRulesSince }: Rules,
  { trustedAt }: { trustedAt: number | null },
  payments: Payments,
): boolean {
  const isTrusted = trustedAt !== null && cardRulesSince === null && doesTrustCount(payments)
  return requireContentApproval && !isTrusted
}
