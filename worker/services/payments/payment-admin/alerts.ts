import type { PaymentAlert } from '#contract/schemas/payments/payments'
import type { PageQuery } from '#contract/schemas/shared/lists'
import { alertById, openAlerts, resolveAlert, whereAlertOpen } from '#db/queries/payments/admin'
import { notFound } from '#worker/errors'
import type { ServiceContext, UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime } from '../../shared/time'

/** Lists a page of unresolved alerts, newest first. */
export async function listAlerts(
  ctx: ServiceContext,
  { limit, cursor }: PageQuery,
): Promise<Page<PaymentAlert>> {
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const { items, nextCursor } = page(await openAlerts(ctx.db, limit + 1, after), limit, ({ id }) => [id])
  return {
    items: items.map(({ id, at, kind, text, paymentId, orderId }) => ({
      id,
      at: isoTime(at),
      kind,
      text,
      paymentId,
      orderId,
    })),
    nextCursor,
  }
}

/** Resolves an alert. Safe to repeat. */
export async function resolveAlertOnce(ctx: UserContext, id: number): Promise<void> {
  const { db, now, actor } = ctx
  const entry = {
    action: 'payment-alert.resolve',
    subject: 'payment-alert',
    subjectId: id,
    details: { before: { resolvedAt: null }, after: { resolvedAt: now } },
  }
  // The record comes first: its condition is false once the alert is resolved.
  const [[alert]] = await db.batch([
    alertById(db, id),
    audit(ctx, entry, whereAlertOpen(id)),
    resolveAlert(db, id, actor.id, now),
  ])
  if (!alert) throw notFound('The alert')
}
