import { batchNamed } from '../../../../db/batch-named'
import { inChunks, videoChunks } from '../../../../db/in-chunks'
import { tagsLeft } from '../../../../db/queries/videos/tag-admin'
import { retagVideos, videosLeft } from '../../../../db/queries/videos/tags'
import type { ServiceContext } from '../../context'
import { nudge } from '../../shared/nudge'

/** Tags of one cron run; the next run goes on. */
const tagsAtOnce = 20

/**
 * Takes a blocked tag off public videos, or renames a merged one; the next message continues where a run stops. Hidden
 * videos keep it, and show what it stands for once they are public.
 */
export async function retag(ctx: ServiceContext, slug: string): Promise<void> {
  await retagSome(ctx, slug)
  const [left] = await videosLeft(ctx.db, slug)
  if (left) await enqueueRetag(ctx, slug)
}

/** Goes on where a message was lost. */
export async function finishRetagging(ctx: ServiceContext): Promise<void> {
  for (const { slug } of await tagsLeft(ctx.db, tagsAtOnce)) await retagSome(ctx, slug)
}

export async function enqueueRetag(ctx: ServiceContext, slug: string): Promise<void> {
  await nudge(ctx.jobs, { job: 'retag', slug })
}

function retagSome({ db }: ServiceContext, slug: string): Promise<void> {
  return inChunks(async (atMost) => {
    const { approved, retagged } = retagVideos(db, slug, atMost)
    return (await batchNamed(db, [approved, { retagged }])).retagged.length
  }, videoChunks)
}
