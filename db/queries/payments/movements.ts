import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { auditLog, ledger, payments, payOrders, users } from '../../schema'

/** The last movement of the page before. */
export interface AfterMovement {
  at: number
  id: number
}

/** Returns movements of money in a period, oldest first, with the known facts about their payments. */
export function movementsPage(
  db: Db,
  { from, until, after }: { from: number; until: number; after: AfterMovement | undefined },
  atMost: number,
) {
  // The note of the administrator who made the refund: the one with the same amount that is closest in time.
  const reason = sql<string | null>`case when ${ledger.kind} = 'refund' then (
    select ${auditLog.reason} from ${auditLog}
    where ${auditLog.subject} = 'payment' and ${auditLog.subjectId} = ${ledger.paymentId}
      and ${auditLog.action} = 'payment.refund'
      and json_extract(${auditLog.details}, '$.amountMinor') = -${ledger.amountMinor}
    order by abs(${auditLog.at} - ${ledger.at}) limit 1) end`
  return db
    .select({
      id: ledger.id,
      at: ledger.at,
      kind: ledger.kind,
      currency: ledger.currency,
      amountMinor: ledger.amountMinor,
      amountAtomic: ledger.amountAtomic,
      providerRef: ledger.providerRef,
      paymentId: ledger.paymentId,
      provider: payments.provider,
      method: payments.method,
      providerPaymentId: payments.providerPaymentId,
      orderId: payOrders.providerOrderId,
      plan: payments.plan,
      userId: payments.userId,
      username: users.username,
      reason: reason.as('refund_reason'),
    })
    .from(ledger)
    .innerJoin(payments, eq(payments.id, ledger.paymentId))
    .leftJoin(payOrders, eq(payOrders.id, payments.orderId))
    .leftJoin(users, eq(users.id, payments.userId))
    .where(
      and(
        gte(ledger.at, after?.at ?? from),
        lt(ledger.at, until),
        after && sql`(${ledger.at}, ${ledger.id}) > (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(asc(ledger.at), asc(ledger.id))
    .limit(atMost)
}

export type MovementRow = Awaited<ReturnType<typeof movementsPage>>[number]
