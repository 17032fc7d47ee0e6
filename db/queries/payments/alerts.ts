import type { Db } from '../../client'
import { paymentAlerts } from '../../schema'

/** The same difference is raised once; one that was resolved isn't raised again. */
export function insertAlert(db: Db, alert: typeof paymentAlerts.$inferInsert) {
  return db.insert(paymentAlerts).values(alert).onConflictDoNothing({ target: paymentAlerts.dedupeKey })
}
