import { insertDeadLetter } from '../../db/queries/shared/operations'
import { log } from '../log'
import type { ServiceContext } from '../services/context'

/** Stores a message whose retries all failed, for administrators. Delivered twice, it is one row. */
export async function keepDeadLetter(ctx: ServiceContext, queue: string, message: Message): Promise<void> {
  await insertDeadLetter(ctx.db, {
    id: message.id,
    // The queue it failed on; this one only collects.
    queue: queue.replace(/-dead$/, ''),
    body: JSON.stringify(message.body),
    attempts: message.attempts,
    at: ctx.now,
  })
  log('error', 'queue.dead', { queue, messageId: message.id })
}
