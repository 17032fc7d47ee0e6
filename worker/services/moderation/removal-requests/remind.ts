import { reasonNames } from '#contract/values/moderation/reasons'
import {
  escalationHours,
  escalationReached,
  isUrgent,
  removalHours,
} from '#contract/values/moderation/safety'
import { hour } from '#contract/values/shared/time'
import { noteReminder, requestsToRemindOf, whereUnreminded } from '#db/queries/moderation/removal-clock'
import type { RemovalRequestRow } from '#db/queries/moderation/removal-requests'
import { mailAdministrators } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText, kickMail } from '../../shared/mail'
import { timeText } from './emails'

/** Requests per run, one batch each; the next minute does the rest. */
const atMost = 20

/**
 * Reminds administrators of requests that are nearly due. Each request is one batch of emails and record, so
 * a crashed run reminds of it completely or not at all.
 */
export async function remindOfRequests(ctx: ServiceContext): Promise<void> {
  const due = await requestsToRemindOf(ctx.db, ctx.now, escalationHours, atMost)
  for (const request of due) await remind(ctx, request)
  if (due.length > 0) await kickMail(ctx)
}

async function remind(ctx: ServiceContext, request: RemovalRequestRow): Promise<void> {
  const { db, now } = ctx
  // Only the latest stage that was reached: after an outage, the milder reminders are pointless.
  const stage = escalationReached(request.dueAt, now)
  if (stage === null) return
  await db.batch([
    mailAdministrators(db, reminder(ctx, request, stage), now, whereUnreminded(request.id, stage)),
    noteReminder(db, request.id, stage),
  ])
}

function reminder(ctx: ServiceContext, { id, reason, createdAt, dueAt }: RemovalRequestRow, stage: number) {
  const left = Math.floor((dueAt - ctx.now) / hour)
  return {
    event: `removal-request:${id}:clock:${stage}`,
    subject: subjectOf(stage, left),
    body: emailText(ctx, null, [
      `A removal request from ${timeText(createdAt)} needs a decision: ${reasonNames[reason]}.`,
      left < 0
        ? `It was due by ${timeText(dueAt)}.`
        : `It's due by ${timeText(dueAt)}, ${removalHours} hours after we received it.`,
      `Decide: ${ctx.config.siteOrigin}/admin?tab=removals`,
    ]),
  }
}

function subjectOf(stage: number, left: number): string {
  if (left < 0) return 'Urgent: a removal request is overdue'
  const urgent = isUrgent(stage) ? 'Urgent: a' : 'A'
  return `${urgent} removal request must be decided within ${inWords(left)}`
}

/** Takes whole hours. */
function inWords(left: number): string {
  if (left === 0) return 'the hour'
  return left === 1 ? 'an hour' : `${left} hours`
}
