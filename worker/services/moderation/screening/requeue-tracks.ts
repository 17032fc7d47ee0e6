import { unhashedKeys } from '../../../../db/queries/moderation/screening'
import type { ServiceContext } from '../../context'
import { sendAll } from '../../shared/send'

/** An hour of film is read in some seconds, and ten minutes pass between two runs. */
const atOnce = 50

/** Queues files that were hashed before there were hashes by track. Costs a look-up along an empty index when all are done. */
export async function requeueTracks(ctx: ServiceContext): Promise<void> {
  const due = await unhashedKeys(ctx.db, ctx.now, atOnce)
  await sendAll(
    ctx.jobs,
    due.map(({ key }) => ({ job: 'hash-tracks', key })),
  )
}
