import type { AdminClaim, AdminPayment } from '#contract/schemas/payments/payments'
import type { ShownClaim } from '#db/queries/payments/claim-queue'
import { isoTime } from '../../shared/time'

/** Returns a claim for administrators, with the whole reference and the findings. */
export function adminClaim(
  { claim, username, rivals }: ShownClaim,
  payment: AdminPayment | null,
): AdminClaim {
  return {
    id: claim.id,
    at: isoTime(claim.createdAt),
    user: { id: claim.userId, username },
    method: claim.method,
    kind: claim.kind,
    reference: claim.ref,
    plan: claim.plan,
    coin: claim.coin,
    bankId: claim.bankId,
    status: claim.status,
    note: claim.reviewNote,
    payment,
    match: claim.finding,
    rivals,
  }
}
