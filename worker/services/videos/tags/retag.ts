import { batchNamed } from '#db/batch-named'
import { inChunks, videoChunks } from '#db/in-chunks'
import { claimTagsLeft, forgetRetagTries } from '#db/queries/videos/tag-admin'
import { listUnderTags, retagVideos, videosLeft } from '#db/queries/videos/tags'
import { describeError, log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { nudge } from '../../shared/send'

/** Tags of one cron run; the next run goes on. */
const tagsAtOnce = 20

/**
 * Takes a blocked tag off public videos, or renames a merged one; the next message continues where a run
 * stops. Hidden videos keep it, and show the tag in its place once they are public.
 */
export async function retag(ctx: ServiceContext, slug: string): Promise<void> {
  await retagSome(ctx, slug)
  const [left] = await videosLeft(ctx.db, slug)
  if (left) await enqueueRetag(ctx, slug)
}

/**
 * Goes on where a message was lost. A tag that fails is tried less and less often, and sent to the queue
 * again, where administrators see it once all its tries failed.
 */
export async function finishRetagging(ctx: ServiceContext): Promise<void> {
  for (const { slug } of await claimTagsLeft(ctx.db, ctx.now, tagsAtOnce)) {
    try {
      await retagSome(ctx, slug)
      await forgetRetagTries(ctx.db, slug)
    } catch (error) {
      log('warn', 'retag.failed', { slug, ...describeError(error) })
      await enqueueRetag(ctx, slug)
    }
  }
}

export async function enqueueRetag(ctx: ServiceContext, slug: string): Promise<void> {
  await nudge(ctx.jobs, { job: 'retag', slug })
}

function retagSome({ db }: ServiceContext, slug: string): Promise<void> {
  return inChunks(async (atMost) => {
    const { approved, retagged } = retagVideos(db, slug, atMost)
    const done = (await batchNamed(db, [approved, { retagged }])).retagged.map(({ id }) => id)
    // Until then they are found again.
    await db.batch(listUnderTags(db, done, slug))
    return done.length
  }, videoChunks)
}
