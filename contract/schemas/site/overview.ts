import * as z from 'zod'
import { time } from '../shared/parts'

/** A queue of work: how many, and since when the oldest waits. `count` stops at `waitingCountMax`. */
const waiting = z.object({ count: z.number().int(), since: time.nullable() })

export const overview = z.object({
  waiting: z.object({
    pending: waiting,
    reports: waiting,
    removals: waiting,
    appeals: waiting,
    claims: waiting,
    paymentAlerts: waiting,
    jobs: waiting,
    mail: waiting,
  }),
  /** When the removal clock of the first open request runs out. */
  nextRemovalDue: time.nullable(),
  totals: z.object({
    /** Accounts that were ever made. */
    users: z.number().int(),
    /** That the public sees. */
    videos: z.number().int(),
    /** Running terms, as they were counted last: once an hour. */
    premium: z.number().int(),
    storedBytes: z.number().int(),
    budgetBytes: z.number().int(),
  }),
  /** Oldest first, one entry a UTC day, days without anything among them. Money in minor units by currency. */
  days: z.array(
    z.object({
      day: z.string(),
      signups: z.number().int(),
      uploads: z.number().int(),
      plays: z.number().int(),
      premium: z.number().int().nullable(),
      charged: z.record(z.string(), z.number().int()),
      refunded: z.record(z.string(), z.number().int()),
    }),
  ),
  checklist: z.array(
    z.object({
      id: z.enum(['approval', 'mail', 'regions', 'processor', 'contact', 'legal', 'second-factor']),
      ok: z.boolean(),
    }),
  ),
})
export type Overview = z.infer<typeof overview>
