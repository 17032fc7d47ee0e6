import { and, asc, eq, sql } from 'drizzle-orm'
import { escalationAt } from '#contract/values/moderation/safety'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { removalRequests, whereReminderLeft } from '../../schema'
import { indexedBy } from '../shared/index-hints'
import { requestColumns } from './removal-requests'

/** Returns requests that administrators must be reminded of, the most urgent first. */
export function requestsToRemindOf(db: Db, now: number, stages: readonly number[], atMost: number) {
  return db
    .select(requestColumns)
    .from(indexedBy(removalRequests, 'removal_requests_reminders'))
    .where(and(whereReminderLeft, whereReminderDue(now, stages)))
    .orderBy(asc(removalRequests.dueAt), asc(removalRequests.id))
    .limit(atMost)
}

/** Holds for a request that has reached a stage, in hours, without a reminder for it. */
function whereReminderDue(now: number, stages: readonly number[]): Condition {
  /** Requests due by then have reached the stage. */
  const dueBy = (stage: number) => now - escalationAt(0, stage)
  const reached = stages.map((stage) => sql`(due_at <= ${dueBy(stage)} and escalated < ${stage})`)
  return condition(sql`due_at <= ${dueBy(Math.min(...stages))} and (${sql.join(reached, sql` or `)})`)
}

/** Holds while a request is open and hasn't had this stage's reminder. */
export function whereUnreminded(id: number, stage: number): Condition {
  return condition(
    sql`exists (select 1 from removal_requests where id = ${id} and status = 'open' and escalated < ${stage})`,
  )
}

export function noteReminder(db: Db, id: number, stage: number) {
  return db
    .update(removalRequests)
    .set({ escalated: stage })
    .where(and(eq(removalRequests.id, id), sql`status = 'open' and escalated < ${stage}`))
}
