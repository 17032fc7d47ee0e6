import { inTime } from '#db/in-time'
import { describeError, log } from '../../log'

const longestMs = 5_000
/** Queues take no more in one call. */
const batchAtMost = 100

/**
 * Sends a message about work that the rows already show, so that it begins at once. Never fails, and
 * waits for five seconds at most: where the queue doesn't take it, cron finds the work.
 */
export async function nudge<Message extends object>(queue: Queue<Message>, message: Message): Promise<void> {
  try {
    await send(queue, message)
  } catch (error) {
    log('warn', 'queue.not-sent', { sent: JSON.stringify(message), ...describeError(error) })
  }
}

/** Sends a message. Throws where the queue doesn't take it within five seconds. */
export function send<Message>(queue: Queue<Message>, message: Message): Promise<unknown> {
  return inTime(queue.send(message), longestMs, late)
}

/**
 * Sends messages about work that cron found. Throws like `send`: a queue that takes nothing makes the task
 * fail.
 */
export async function sendAll<Message>(queue: Queue<Message>, messages: readonly Message[]): Promise<void> {
  for (let at = 0; at < messages.length; at += batchAtMost) {
    const some = messages.slice(at, at + batchAtMost).map((body) => ({ body }))
    await inTime(queue.sendBatch(some), longestMs, late)
  }
}

function late(): never {
  throw new Error("The queue didn't respond.")
}
