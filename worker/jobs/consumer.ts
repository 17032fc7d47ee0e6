import { describeError, log } from '../log'
import { type ImportMessage, type JobMessage, queueNamed, queues, triesOf } from '../queues'
import type { ServiceContext } from '../services/context'
import { hashDerived, hashSource } from '../services/moderation/screening'
import { followWebhook } from '../services/payments/settlement'
import { sendDueMail } from '../services/shared/mail'
import { prunePending } from '../services/shared/objects'
import { scanPage } from '../services/site/storage-admin'
import { runImport } from '../services/uploads/imports'
import { emptyCategory } from '../services/videos/categories'
import { announce } from '../services/videos/feed'
import { indexVideos } from '../services/videos/search'
import { retag } from '../services/videos/tags'
import { keepDeadLetter } from './dead-letters'
import { runSentTask, TaskHeldError } from './run-task'

/**
 * Handles each message separately, so that a failure doesn't redeliver others. After its last retry the queue
 * moves it to the dead letters. `makeContext` is called for each, for its clock.
 */
export async function handleQueue(
  batch: MessageBatch,
  makeContext: () => Promise<ServiceContext>,
): Promise<void> {
  for (const message of batch.messages) {
    try {
      await handle(await makeContext(), queueNamed(batch.queue), message)
      message.ack()
    } catch (error) {
      const fields = { queue: batch.queue, messageId: message.id, attempts: message.attempts }
      log('warn', 'queue.retry', { ...fields, ...describeError(error) })
      const isHeld = error instanceof TaskHeldError
      message.retry({ delaySeconds: isHeld ? error.delaySeconds : retryDelay(message.attempts) })
    }
  }
}

/** Returns the seconds before the next try: 5, 10, 20, … up to ten minutes. */
export function retryDelay(attempts: number): number {
  return Math.min(600, 5 * 2 ** Math.max(0, attempts - 1))
}

async function handle(ctx: ServiceContext, queue: string, message: Message): Promise<void> {
  switch (queue) {
    case queues.jobs:
      return runJob(ctx, message.body as JobMessage)
    case queues.imports:
      return runImport(
        ctx,
        (message.body as ImportMessage).importId,
        message.attempts >= triesOf[queues.deadImports],
      )
    case queues.deadJobs:
    case queues.deadImports:
      return keepDeadLetter(ctx, queue, message)
    default:
      throw new Error(`No handler for the queue ${queue}.`)
  }
}

async function runJob(ctx: ServiceContext, message: JobMessage): Promise<void> {
  switch (message.job) {
    case 'hash':
      return hashSource(ctx, message.videoId, message.again)
    case 'hash-derived':
      return hashDerived(ctx, message)
    case 'prune-objects':
      return prunePending(ctx)
    case 'empty-category':
      return emptyCategory(ctx, message.categoryId)
    case 'announce':
      return announce(ctx, message.videoId)
    case 'index-videos':
      return indexVideos(ctx)
    case 'retag':
      return retag(ctx, message.slug)
    case 'storage-scan':
      return scanPage(ctx, message.scanId)
    case 'mail':
      await sendDueMail(ctx)
      return
    case 'task':
      return runSentTask(ctx, message.task)
    case 'webhook':
      return followWebhook(ctx, message.provider, message.eventId)
    default:
      // A message of another version of the worker: retries give the right one time to return.
      throw new Error(`Unknown job ${JSON.stringify(message satisfies never)}`)
  }
}
