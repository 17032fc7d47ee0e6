import { inChunks } from '../../../../db/in-chunks'
import {
  awaitingBan,
  holdForBan,
  releaseFromBan,
  videosLeftByBans,
  videosToHold,
} from '../../../../db/queries/moderation/bans'
import { revokeFilesOfAll } from '../../../../db/queries/videos/video-files'
import type { ServiceContext } from '../../context'

/** Batches are small, since each video has half a dozen URLs to revoke. Cron does what a run leaves. */
const chunks = { chunk: 100, chunksAtMost: 50 }

type StoreContext = Pick<ServiceContext, 'db' | 'now'>

/** Hides an account's videos, including their bytes, from everyone but administrators. */
export async function holdVideosOf(ctx: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosToHold(ctx.db, userId, atMost)), chunks)
}

/** Hides the remaining videos of all banned accounts. */
export async function holdVideosLeft(ctx: StoreContext): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosLeftByBans(ctx.db, ctx.now, atMost)), chunks)
}

/** Makes an account's videos visible again. */
export async function releaseVideosOf({ db, now }: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => (await releaseFromBan(db, userId, now, atMost)).length, chunks)
}

async function hold({ db, now }: StoreContext, rows: { id: number }[]): Promise<number> {
  if (rows.length === 0) return 0
  const awaiting = awaitingBan(
    rows.map(({ id }) => id),
    now,
  )
  await db.batch([revokeFilesOfAll(db, awaiting, now), holdForBan(db, awaiting)])
  return rows.length
}
