import { unhashedKeys } from '../../../../db/queries/moderation/screening'
import type { ServiceContext } from '../../context'

/** An hour of film is read in some seconds, and ten minutes pass between two runs. */
const atOnce = 50

/** Queues files that were hashed before there were hashes by track. Costs a look-up along an empty index when all are done. */
export async function requeueTracks(ctx: ServiceContext): Promise<void> {
  const due = await unhashedKeys(ctx.db, ctx.now, atOnce)
  if (due.length > 0) await ctx.jobs.sendBatch(due.map(({ key }) => ({ body: { job: 'hash-tracks', key } })))
}
