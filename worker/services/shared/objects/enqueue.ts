import type { ServiceContext } from '../../context'
import { nudge } from '../send'

// Call these after the batch that changed the rows: cron finds the work of a lost message.

/** Asks the job to hash a video's source, after which the video is ready. */
export async function enqueueHash(ctx: ServiceContext, videoId: number): Promise<void> {
  await nudge(ctx.jobs, { job: 'hash', videoId })
}

/**
 * Asks the job to hash a video's derived files, or those after a given one. Those of a removed video are
 * blocked, and its copies found.
 */
export async function enqueueHashDerived(
  ctx: ServiceContext,
  videoId: number,
  after?: string,
): Promise<void> {
  await nudge(ctx.jobs, { job: 'hash-derived', videoId, ...(after !== undefined && { after }) })
}

/** Asks the job to remove objects pending deletion. */
export async function enqueuePrune(ctx: ServiceContext): Promise<void> {
  await nudge(ctx.jobs, { job: 'prune-objects' })
}

/** Asks the job to list new and changed videos under their tags, which a visitor may look for at once. */
export async function enqueueIndexing(ctx: ServiceContext): Promise<void> {
  await nudge(ctx.jobs, { job: 'index-videos' })
}
