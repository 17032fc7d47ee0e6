import { insertDeadLetter } from '../../db/queries/shared/operations'
import { log } from '../log'
import type { ServiceContext } from '../services/context'

/** Keeps a message that every retry failed on, for an administrator to see. Delivered twice, it is one row. */
export async function keepDeadLetter(ctx: ServiceContext, queue: string, message: Message): Promise<void> {
  await insertDeadLetter(ctx.db, {
    id: message.id,
    // The queue that it died on; this one only collects.
    queue: queue.replace(/-dead$/, ''),
    body: JSON.stringify(message.body),
    attempts: message.attempts,
    at: ctx.now,
  })
  log('error', 'queue.dead', { queue, messageId: message.id })
}
