import { waitingVideos } from '../../../../db/queries/moderation/screening'
import type { ServiceContext } from '../../context'
import { sendAll } from '../../shared/send'

/** Messages arrive within seconds. */
const lateMs = 2 * 60_000
const atOnce = 100

/** Requeues videos whose source is due to be hashed. One being hashed right now costs one message. */
export async function requeueProcessing(ctx: ServiceContext): Promise<void> {
  const waiting = await waitingVideos(ctx.db, ctx.now - lateMs, atOnce)
  await sendAll(
    ctx.jobs,
    waiting.map(({ id }) => ({ job: 'hash', videoId: id })),
  )
}
