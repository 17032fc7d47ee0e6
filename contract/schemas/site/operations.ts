import * as z from 'zod'
import { usernameLength } from '../../values/shared/limits'
import { mailStates } from '../../values/site/operations'
import { pageQuery } from '../shared/lists'
import { account, line, time } from '../shared/parts'

export const auditEntry = z.object({
  id: z.number().int(),
  at: time,
  /** Null for the system itself. */
  actor: account.nullable(),
  action: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  /** Title of a video, name of an account or category; null if it is gone or has none. */
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  /** The change: `before` is absent when there was nothing before. */
  details: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** A day in UTC. */
const day = z.iso.date('Enter a date such as 2026-11-24.')

const auditFilter = {
  /** Whole username of who did it. */
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

export const adminMail = z.object({
  id: z.number().int(),
  at: time,
  recipient: z.string(),
  subject: z.string(),
  /** Null where email is delivered: only its recipients get the links. */
  body: z.string().nullable(),
  attempts: z.number().int(),
  nextAttemptAt: time.nullable(),
  sentAt: time.nullable(),
  lastError: z.string().nullable(),
})
export type AdminMail = z.infer<typeof adminMail>

export const adminMailQuery = pageQuery.extend({
  state: z.enum(mailStates).default('waiting'),
  /** A whole email address. */
  recipient: line.max(254).optional(),
})
export type AdminMailQuery = z.infer<typeof adminMailQuery>

export const deadLetter = z.object({
  id: z.string(),
  at: time,
  queue: z.string(),
  body: z.unknown(),
  attempts: z.number().int(),
  resolvedAt: time.nullable(),
})
export type DeadLetter = z.infer<typeof deadLetter>

export const deadLetterQuery = pageQuery.extend({ status: z.enum(['open', 'resolved']).default('open') })
export type DeadLetterQuery = z.infer<typeof deadLetterQuery>
