import { inTime } from '../../../db/in-time'
import { describeError, log } from '../../log'

const longestMs = 5_000

/**
 * Sends a message about work that the rows already show, so that it begins at once. Never fails, and
 * waits for five seconds at most: where the queue doesn't take it, cron finds the work.
 */
export async function nudge<Message extends object>(queue: Queue<Message>, message: Message): Promise<void> {
  try {
    await inTime(queue.send(message), longestMs, () => {
      throw new Error("The queue didn't respond.")
    })
  } catch (error) {
    log('warn', 'queue.not-sent', { sent: JSON.stringify(message), ...describeError(error) })
  }
}
