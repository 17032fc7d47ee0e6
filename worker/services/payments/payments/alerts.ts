import { insertAlert } from '../../../../db/queries/payments/alerts'
import { log } from '../../../log'
import type { ServiceContext } from '../../context'

export interface Alert {
  /** Names the difference, so that it is raised once. */
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
  /** A whole sentence for the administrator. No secret, nothing of the payer. */
  text: string
  paymentId?: string
  orderId?: string
}

/** For an administrator to look at. Answers a statement. */
export function raiseAlert(ctx: ServiceContext, alert: Alert) {
  log('warn', 'payments.alert', { kind: alert.kind, key: alert.dedupeKey })
  return insertAlert(ctx.db, { ...alert, at: ctx.now })
}
