import { inChunks, videoChunks } from '#db/in-chunks'
import {
  awaitingDeletion,
  holdForDeletion,
  returnedWithoutVideos,
  videosLeftByLeavers,
} from '#db/queries/leaving/account-deletion'
import { videosToHold } from '#db/queries/moderation/bans'
import { revokeFilesOfAll } from '#db/queries/videos/video-files'
import { releaseVideosFromDeletion } from '../../accounts/entry'
import type { ServiceContext } from '../../context'

const accountsAtOnce = 20

type StoreContext = Pick<ServiceContext, 'db' | 'now'>

/** Hides a leaving account's videos, including their bytes, from everyone but administrators. */
export async function holdVideosOf(ctx: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosToHold(ctx.db, userId, atMost)), videoChunks)
}

/** Finishes what requests left undone: hides videos still shown, and restores those still hidden. */
export async function settleVideosLeft(ctx: StoreContext): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosLeftByLeavers(ctx.db, atMost)), videoChunks)
  for (const { id } of await returnedWithoutVideos(ctx.db, accountsAtOnce))
    await releaseVideosFromDeletion(ctx, id)
}

async function hold({ db, now }: StoreContext, rows: { id: number }[]): Promise<number> {
  if (rows.length === 0) return 0
  const awaiting = awaitingDeletion(rows.map(({ id }) => id))
  await db.batch([revokeFilesOfAll(db, awaiting, now), holdForDeletion(db, awaiting)])
  return rows.length
}
