import { minute } from '#contract/values/shared/time'
import { videosUnread } from '#db/queries/moderation/screening'
import { removedSince } from '#db/queries/moderation/takedown'
import type { ServiceContext } from '../../context'
import { sendAll } from '../../shared/send'
import { hashDerived } from './hash-derived'

/** Messages arrive within seconds. */
const lateMs = 5 * minute
/** Twice the interval between runs, so that each removal is checked again at least once. */
const removedMs = 20 * minute
const atOnce = 100

/** Videos that cron handles itself, where the queue does nothing. */
const rescuedAtOnce = 10

/**
 * Requeues videos with files that are due to be hashed, and videos removed recently, whose copies may have been missed.
 * Finished work costs one message.
 */
export async function requeueDerived(ctx: ServiceContext): Promise<void> {
  const ids = await videosDue(ctx)
  await sendAll(
    ctx.jobs,
    ids.map((videoId) => ({ job: 'hash-derived', videoId })),
  )
}

/** Hashes a file of some of these videos, where the queue does nothing. The next run reads the next file. */
export async function hashSomeDerived(ctx: ServiceContext): Promise<void> {
  const failures: unknown[] = []
  for (const videoId of (await videosDue(ctx)).slice(0, rescuedAtOnce)) {
    try {
      await hashDerived(ctx, { videoId })
    } catch (error) {
      // A failing one must not block the rest.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Removed videos come first: their copies are still shown. */
async function videosDue({ db, now }: ServiceContext): Promise<number[]> {
  const [removed, unread] = await db.batch([
    removedSince(db, now - removedMs, atOnce),
    videosUnread(db, now - lateMs, atOnce),
  ])
  return [...new Set([...removed, ...unread].map(({ id }) => id))]
}
