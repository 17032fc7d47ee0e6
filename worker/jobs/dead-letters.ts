import { keepDeadLetter as keep } from '#db/queries/site/dead-letters'
import { log } from '../log'
import { type queues, triesOf } from '../queues'
import type { ServiceContext } from '../services/context'

/**
 * Stores a message whose retries all failed, for administrators. Work that cron asks for again and again is one row
 * with all its tries, and so is a message that is delivered twice.
 */
export async function keepDeadLetter(
  ctx: ServiceContext,
  queue: typeof queues.deadJobs | typeof queues.deadImports,
  message: Message,
): Promise<void> {
  const row = {
    id: message.id,
    // The queue it failed on; this one only collects, and counts its own deliveries.
    queue: queue.replace(/-dead$/, ''),
    body: JSON.stringify(message.body),
    attempts: triesOf[queue],
    at: ctx.now,
  }
  await ctx.db.batch(keep(ctx.db, row))
  log('error', 'queue.dead', { queue, messageId: message.id })
}
