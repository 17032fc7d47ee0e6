import { day, minute } from '../../../../contract/values/shared/time'
import { videosUnread } from '../../../../db/queries/moderation/screening'
import { removedSince } from '../../../../db/queries/moderation/takedown'
import type { ServiceContext } from '../../context'

/** A message arrives within seconds, and an upload is published within a day or never. */
const searches = { fromAge: 5 * minute, seldomFromAge: 2 * day, every: 10 * minute }
/** Twice the time between two runs: each removal is looked at again at least once. */
const removedMs = 20 * minute
const atOnce = 100

/**
 * Sends again for videos with files that nobody has read, and for those that were just removed, whose copies may have been
 * missed. Whatever was done already costs a message and nothing more.
 */
export async function requeueMade(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  const [unread, removed] = await db.batch([
    videosUnread(db, now, searches, atOnce),
    removedSince(db, now - removedMs, atOnce),
  ])
  const ids = [...new Set([...unread, ...removed].map(({ id }) => id))]
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    await ctx.jobs.sendBatch(some.map((videoId) => ({ body: { job: 'hash-made', videoId } })))
  }
}
