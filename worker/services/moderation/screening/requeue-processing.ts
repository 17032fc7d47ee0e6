import { waitingVideos } from '../../../../db/queries/moderation/screening'
import type { ServiceContext } from '../../context'

/** A message arrives within seconds; a source that is older and still not hashed has lost its own. */
const lateMs = 2 * 60_000
const atOnce = 100

/** Sends again for videos that still wait. One that is being read just now costs a message and nothing more. */
export async function requeueProcessing(ctx: ServiceContext): Promise<void> {
  const waiting = await waitingVideos(ctx.db, ctx.now - lateMs, atOnce)
  if (waiting.length === 0) return
  await ctx.jobs.sendBatch(waiting.map(({ id }) => ({ body: { job: 'hash', videoId: id } })))
}
