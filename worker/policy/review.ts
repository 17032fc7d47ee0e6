interface Payments {
  /** Its checkout takes cards. */
  razorpay: object | null
}

/**
 * Tells whether trust lets an uploader's files skip review. Card networks want all of them reviewed, so no trust counts
 * while a method that takes cards is on. The only place that decides it: SQL gets the answer.
 */
export function doesTrustCount({ razorpay }: Payments): boolean {
  return razorpay === null
}

/** Tells whether an account's files are reviewed before anyone sees them. */
export function isReviewed(
  { requireContentApproval }: { requireContentApproval: boolean },
  { trustedAt }: { trustedAt: number | null },
  payments: Payments,
): boolean {
  return requireContentApproval && !(trustedAt !== null && doesTrustCount(payments))
}
