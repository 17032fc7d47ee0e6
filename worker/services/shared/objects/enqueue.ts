import type { ServiceContext } from '../../context'

// What changed the rows calls these behind its batch, and needn't wait: the cron finds what a lost message left.

/** Asks the job to read a video's source, after which the video is ready. */
export async function enqueueHash(ctx: ServiceContext, videoId: number): Promise<void> {
  await ctx.jobs.send({ job: 'hash', videoId })
}

/** Asks the job to read what was made of a video's source; of a removed video, to block it and to find its copies. */
export async function enqueueHashMade(ctx: ServiceContext, videoId: number): Promise<void> {
  await ctx.jobs.send({ job: 'hash-made', videoId })
}

/** Asks the job to remove what is doomed. */
export async function enqueueSweep(ctx: ServiceContext): Promise<void> {
  await ctx.jobs.send({ job: 'sweep-objects' })
}
