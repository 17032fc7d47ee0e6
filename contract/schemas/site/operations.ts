import * as z from 'zod'
import { usernameLength } from '../../values/shared/limits'
import { mailStates } from '../../values/site/operations'
import { pageQuery } from '../shared/lists'
import type { Account } from '../shared/parts'
import { line } from '../shared/parts'

export interface AuditEntry {
  id: number
  at: string
  /** Null for the system itself. */
  actor: Account | null
  action: string
  subject: string
  subjectId: string
  /** Title of a video, name of an account or category; null if it is gone or has none. */
  subjectName: string | null
  reason: string | null
  /** The change: `before` is absent when there was nothing before. */
  details: Record<string, unknown> | null
  requestId: string
}

/** A day in UTC. */
const day = z.iso.date('Enter a date such as 2026-11-24.')

const auditFilter = {
  /** Complete username of the actor. */
  actor: line.max(usernameLength.max).optional(),
  actorId: z.coerce.number().int().positive().optional(),
  subject: line.max(40).optional(),
  subjectId: line.max(64).optional(),
  action: line.max(60).optional(),
  /** First day. */
  from: day.optional(),
  /** Last day. */
  to: day.optional(),
}
export const auditQuery = pageQuery.extend(auditFilter)
export type AuditQuery = z.infer<typeof auditQuery>
export const auditExportQuery = z.strictObject(auditFilter)
export type AuditExportQuery = z.infer<typeof auditExportQuery>

export interface AdminMail {
  id: number
  at: string
  /**
   * Null, like the subject and the error, if it went to someone who made a report or asked for a removal, and the
   * caller may not know who that is.
   */
  recipient: string | null
  subject: string | null
  /** Null if email is really delivered: only its recipients may have the links in it. */
  body: string | null
  attempts: number
  nextAttemptAt: string | null
  sentAt: string | null
  lastError: string | null
}

export const adminMailQuery = pageQuery.extend({
  state: z.enum(mailStates).default('waiting'),
  /** A whole email address. */
  recipient: line.normalize('NFKC').max(254).optional(),
})
export type AdminMailQuery = z.infer<typeof adminMailQuery>

export interface DeadLetter {
  id: string
  at: string
  queue: string
  body: unknown
  attempts: number
  resolvedAt: string | null
}

export const deadLetterQuery = pageQuery.extend({ status: z.enum(['open', 'resolved']).default('open') })
export type DeadLetterQuery = z.infer<typeof deadLetterQuery>
