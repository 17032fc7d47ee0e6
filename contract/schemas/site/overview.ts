import * as z from 'zod'
import { time } from '../shared/parts'

/** A queue of work: its length, and since when the oldest item waits. `count` stops at `waitingCountMax`. */
const waiting = z.object({ count: z.number().int(), since: time.nullable() })

/** How much waits in each queue that the viewer may handle; stops at `waitingCountMax`. */
export const waitingCounts = z.object({
  pending: z.number().int().optional(),
  changed: z.number().int().optional(),
  reports: z.number().int().optional(),
  comments: z.number().int().optional(),
  removals: z.number().int().optional(),
  appeals: z.number().int().optional(),
  claims: z.number().int().optional(),
  paymentAlerts: z.number().int().optional(),
  jobs: z.number().int().optional(),
  mail: z.number().int().optional(),
  /** Requests of other administrators to reset a second factor, which the viewer may confirm. */
  factorResets: z.number().int().optional(),
})
export type WaitingCounts = z.infer<typeof waitingCounts>

export const overview = z.object({
  waiting: z.object({
    pending: waiting,
    changed: waiting,
    reports: waiting,
    comments: waiting,
    removals: waiting,
    appeals: waiting,
    claims: waiting,
    paymentAlerts: waiting,
    jobs: waiting,
    mail: waiting,
  }),
  /** Deadline of the most urgent open removal request. */
  nextRemovalDue: time.nullable(),
  totals: z.object({
    /** All accounts ever created. */
    users: z.number().int(),
    /** Publicly visible videos. */
    videos: z.number().int(),
    /** Running terms, counted hourly. */
    premium: z.number().int(),
    storedBytes: z.number().int(),
    budgetBytes: z.number().int(),
  }),
  /** Oldest first, one entry per UTC day, including empty days. Money in minor units by currency. */
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
