import { waitingVideos } from '#db/queries/moderation/screening'
import type { ServiceContext } from '../../context'
import { sendAll } from '../../shared/send'
import { hashSource } from './hash-source'

/** Messages arrive within seconds. */
const lateMs = 2 * 60_000
const atOnce = 100

/** Videos whose source is due to be hashed, the longest due first. */
export function sourcesDue({ db, now }: ServiceContext) {
  return waitingVideos(db, now - lateMs, atOnce)
}

/** Requeues these videos. One being hashed right now costs one message. */
export async function requeueProcessing(ctx: ServiceContext): Promise<void> {
  const waiting = await sourcesDue(ctx)
  await sendAll(
    ctx.jobs,
    waiting.map(({ id }) => ({ job: 'hash', videoId: id })),
  )
}

/**
 * Hashes one of these videos, where the queue does nothing. Its next try is due later, so the next run takes
 * another.
 */
export async function hashProcessing(ctx: ServiceContext): Promise<void> {
  const [first] = await sourcesDue(ctx)
  if (first) await hashSource(ctx, first.id)
}
