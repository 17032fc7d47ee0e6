import { hour, minute } from '#contract/values/shared/time'
import type { GivenUp } from '#db/queries/moderation/screening'
import { claimReading } from '#db/queries/moderation/screening'
import { describeError, log } from '#worker/log'
import { type JobMessage, queues } from '#worker/queues'
import { randomId } from '#worker/storage/keys'
import type { ServiceContext } from '../../context'

/**
 * Waits after the first, second, … failed reading. Six readings take most of a day, so that a failure of R2,
 * which affects every file, is over before the last.
 */
const waits = [minute, 10 * minute, hour, 4 * hour, 12 * hour]
const triesAtMost = waits.length + 1

/**
 * Reads a file unless its next try isn't due yet, and gives up after the last. A try is counted before the
 * reading, since the file may kill the whole run. The queue doesn't repeat a failed one.
 */
export async function tryReading(
  ctx: ServiceContext,
  file: { key: string; readTries: number },
  read: () => Promise<void>,
  giveUp: () => Promise<unknown>,
): Promise<void> {
  const tries = file.readTries + 1
  const next = ctx.now + (waits[file.readTries] ?? hour)
  const [claimed] = await claimReading(ctx.db, file, ctx.now, next)
  if (!claimed) return
  // The file may have killed the last run.
  if (tries <= triesAtMost) {
    try {
      return await read()
    } catch (error) {
      log('warn', 'hash.failed', { key: file.key, tries, ...describeError(error) })
      if (tries < triesAtMost) return
    }
  }
  await giveUp()
}

/** Returns a given-up job as administrators see it: the message that starts it over when they send it. */
export function givenUpJob(ctx: ServiceContext, message: JobMessage): GivenUp {
  const body = JSON.stringify(message)
  return { id: randomId(), queue: queues.jobs, body, attempts: triesAtMost, at: ctx.now }
}
