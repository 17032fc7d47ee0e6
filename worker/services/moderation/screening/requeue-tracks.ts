import { unhashedKeys } from '../../../../db/queries/moderation/screening'
import { objectKey, randomId } from '../../../storage/keys'
import type { ServiceContext } from '../../context'

/** An hour of film is read in some seconds, and ten minutes pass between two runs. */
const atOnce = 50

/**
 * Queues files that were hashed before there were hashes by track, from a random place on: a file whose reading fails
 * again and again keeps no other from its turn. Costs two look-ups along an empty index when all are done.
 */
export async function requeueTracks(ctx: ServiceContext): Promise<void> {
  const [behind, all] = await ctx.db.batch([
    unhashedKeys(ctx.db, objectKey(randomId()), atOnce),
    unhashedKeys(ctx.db, '', atOnce),
  ])
  const keys = [...new Set([...behind, ...all].map(({ key }) => key))].slice(0, atOnce)
  if (keys.length > 0) await ctx.jobs.sendBatch(keys.map((key) => ({ body: { job: 'hash-tracks', key } })))
}
