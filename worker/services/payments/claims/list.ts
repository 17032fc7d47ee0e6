import type { AdminClaim, AdminClaimQuery } from '#contract/schemas/payments/payments'
import { listPayments } from '#db/queries/payments/admin'
import { claimsPage, type ShownClaim, shownClaim } from '#db/queries/payments/claim-queue'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { adminPayment } from '../payment-admin/view'
import { adminClaim } from './view'

export async function listClaims(ctx: ServiceContext, query: AdminClaimQuery): Promise<Page<AdminClaim>> {
  const { limit, cursor, status } = query
  const [createdAt, id] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const after = createdAt === undefined || id === undefined ? undefined : { createdAt, id }
  const rows = await claimsPage(ctx.db, status, limit + 1, after)
  const { items, nextCursor } = page(rows, limit, ({ claim }) => [claim.createdAt, claim.id])
  return { items: await withPayments(ctx, items), nextCursor }
}

export async function getClaim(ctx: ServiceContext, id: string): Promise<AdminClaim> {
  const [claim] = await withPayments(ctx, await shownClaim(ctx.db, id))
  if (!claim) throw notFound('This claim')
  return claim
}

async function withPayments(ctx: ServiceContext, claims: ShownClaim[]): Promise<AdminClaim[]> {
  const paymentIds = claims.flatMap(({ claim }) => claim.paymentId ?? [])
  const found =
    paymentIds.length > 0
      ? await listPayments(ctx.db, { named: { userId: undefined, paymentIds } }, paymentIds.length)
      : []
  const payments = new Map(found.map((shown) => [shown.payment.id, adminPayment(shown)]))
  return claims.map((shown) => adminClaim(shown, payments.get(shown.claim.paymentId ?? '') ?? null))
}
