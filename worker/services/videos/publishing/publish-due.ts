import { inChunks, videoChunks } from '#db/in-chunks'
import { publishDueVideos } from '#db/queries/videos/visibility'
import { doesTrustCount } from '#worker/policy/review'
import type { ServiceContext } from '../../context'
import { enqueueIndexing } from '../../shared/objects'

/**
 * Makes scheduled videos public whose time has come. A video that isn't ready, approved or free of a hold by
 * then follows as soon as it is. Each statement is whole or not at all, and counts move with it: a run that
 * is cut off leaves the rest to the next.
 */
export async function publishDue(ctx: ServiceContext): Promise<void> {
  const { db, now, config } = ctx
  const rule = { trustCounts: doesTrustCount(config.payments) }
  await inChunks(async (atMost) => (await publishDueVideos(db, now, rule, atMost)).length, videoChunks)
  await enqueueIndexing(ctx)
}
