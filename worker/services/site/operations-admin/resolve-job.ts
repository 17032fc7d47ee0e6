import type { DeadLetter } from '../../../../contract/schemas/site/operations'
import { batchNamed } from '../../../../db/batch-named'
import {
  type DeadLetterRow,
  deadLetterById,
  resolveDeadLetter,
  whereDeadLetterOpen,
} from '../../../../db/queries/site/dead-letters'
import { AppError, notFound } from '../../../errors'
import { type ImportMessage, type JobMessage, queues } from '../../../queues'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { send } from '../../shared/send'
import { jobView } from './list-jobs'

/**
 * Requeues a message, then marks it resolved: jobs are safe to repeat, but one marked and never sent would be
 * lost. A new failure is a new row.
 */
export async function retryJob(ctx: UserContext, id: string): Promise<DeadLetter> {
  const letter = await requireOpen(ctx, id)
  await sendAgain(ctx, letter).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', "The queue isn't responding. Please try again in a minute.", {
      ...{ retryAfter: 60, cause },
    })
  })
  return resolve(ctx, letter, 'job.retry')
}

/** Marks it resolved without a retry. */
export async function dismissJob(ctx: UserContext, id: string): Promise<DeadLetter> {
  return resolve(ctx, await requireOpen(ctx, id), 'job.dismiss')
}

async function requireOpen(ctx: UserContext, id: string): Promise<DeadLetterRow> {
  const [letter] = await deadLetterById(ctx.db, id)
  if (!letter) throw notFound('The job')
  if (letter.resolvedAt !== null) throw alreadyDone()
  return letter
}

async function sendAgain(ctx: UserContext, { queue, body }: DeadLetterRow): Promise<void> {
  const message = JSON.parse(body) as unknown
  if (queue === queues.jobs) await send(ctx.jobs, message as JobMessage)
  else if (queue === queues.imports) await send(ctx.imports, message as ImportMessage)
  else throw new AppError('conflict', `The queue ${queue} no longer exists. Dismiss the job instead.`)
}

async function resolve(ctx: UserContext, letter: DeadLetterRow, action: string): Promise<DeadLetter> {
  const { id, queue, attempts } = letter
  const entry = {
    action,
    subject: 'job',
    subjectId: id,
    details: { queue, attempts, before: { resolvedAt: null }, after: { resolvedAt: ctx.now } },
  }
  const { resolved } = await batchNamed(ctx.db, [
    // The record comes first: its condition is false once the message is resolved.
    audit(ctx, entry, whereDeadLetterOpen(id)),
    { resolved: resolveDeadLetter(ctx.db, id, ctx.now) },
  ])
  const [job] = resolved
  if (!job) throw alreadyDone()
  return jobView(job)
}

function alreadyDone(): AppError {
  return new AppError('conflict', 'This job has already been handled.')
}
