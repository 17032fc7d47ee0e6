import type { Db } from '../../client'
import { paymentAlerts } from '../../schema'

/** Raises an alert once; a resolved one isn't raised again. */
export function insertAlert(db: Db, alert: typeof paymentAlerts.$inferInsert) {
  return db.insert(paymentAlerts).values(alert).onConflictDoNothing({ target: paymentAlerts.dedupeKey })
}
