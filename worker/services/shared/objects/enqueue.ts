import type { ServiceContext } from '../../context'

// Call these after the batch that changed the rows, without waiting: cron finds the work of a lost message.

/** Asks the job to hash a video's source, after which the video is ready. */
export async function enqueueHash(ctx: ServiceContext, videoId: number): Promise<void> {
  await ctx.jobs.send({ job: 'hash', videoId })
}

/**
 * Asks the job to hash a video's derived files. Those of a removed video are blocked, and its copies found.
 */
export async function enqueueHashDerived(ctx: ServiceContext, videoId: number): Promise<void> {
  await ctx.jobs.send({ job: 'hash-made', videoId })
}

/** Asks the job to remove objects pending deletion. */
export async function enqueuePrune(ctx: ServiceContext): Promise<void> {
  await ctx.jobs.send({ job: 'sweep-objects' })
}
