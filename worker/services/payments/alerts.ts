import { insertAlert } from '#db/queries/payments/alerts'
import { log } from '../../log'
import type { ServiceContext } from '../context'

export interface Alert {
  /** Identifies the difference, so that it is raised once. */
  dedupeKey: string
  kind:
    | 'review'
    | 'partial_refund'
    | 'dispute'
    | 'ungranted'
    | 'repaired'
    | 'refold'
    | 'incomplete'
    | 'stuck'
    | 'rival'
    | 'forged'
  /** A full sentence for administrators, without secrets or data about the payer. */
  text: string
  paymentId?: string
  orderId?: string
}

/** Raises an alert for administrators. Returns a statement. */
export function raiseAlert(ctx: ServiceContext, alert: Alert) {
  log('warn', 'payments.alert', { kind: alert.kind, key: alert.dedupeKey })
  return insertAlert(ctx.db, { ...alert, at: ctx.now })
}
