/**
 * Tells whether an account's files are reviewed before anyone sees them. The only place where trust counts:
 * what suspends it, for everyone, does so here.
 */
export function isReviewed(
  { requireContentApproval }: { requireContentApproval: boolean },
  { trustedAt }: { trustedAt: number | null },
): boolean {
  return requireContentApproval && trustedAt === null
}
