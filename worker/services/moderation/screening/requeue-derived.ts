import { minute } from '../../../../contract/values/shared/time'
import { videosUnread } from '../../../../db/queries/moderation/screening'
import { removedSince } from '../../../../db/queries/moderation/takedown'
import type { ServiceContext } from '../../context'
import { sendAll } from '../../shared/send'

/** Messages arrive within seconds. */
const lateMs = 5 * minute
/** Twice the interval between runs, so that each removal is checked again at least once. */
const removedMs = 20 * minute
const atOnce = 100

/**
 * Requeues videos with files that are due to be hashed, and videos removed recently, whose copies may have been missed.
 * Finished work costs one message.
 */
export async function requeueDerived(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  const [unread, removed] = await db.batch([
    videosUnread(db, now - lateMs, atOnce),
    removedSince(db, now - removedMs, atOnce),
  ])
  const ids = [...new Set([...unread, ...removed].map(({ id }) => id))]
  await sendAll(
    ctx.jobs,
    ids.map((videoId) => ({ job: 'hash-derived', videoId })),
  )
}
