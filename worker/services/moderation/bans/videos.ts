import { inChunks, videoChunks } from '#db/in-chunks'
import {
  awaitingBan,
  holdForBan,
  releaseFromBan,
  videosLeftByBans,
  videosToHold,
} from '#db/queries/moderation/bans'
import { revokeFilesOfAll } from '#db/queries/videos/video-files'
import type { ServiceContext } from '../../context'

type StoreContext = Pick<ServiceContext, 'db' | 'now'>

/** Hides an account's videos, including their bytes, from everyone but administrators. */
export async function holdVideosOf(ctx: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosToHold(ctx.db, userId, atMost)), videoChunks)
}

/** Hides the remaining videos of all banned accounts. */
export async function holdVideosLeft(ctx: StoreContext): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosLeftByBans(ctx.db, ctx.now, atMost)), videoChunks)
}

/** Makes an account's videos visible again. */
export async function releaseVideosFromBan({ db, now }: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => (await releaseFromBan(db, userId, now, atMost)).length, videoChunks)
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
