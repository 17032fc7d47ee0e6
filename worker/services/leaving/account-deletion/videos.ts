import { inChunks } from '../../../../db/in-chunks'
import {
  awaitingDeletion,
  holdForDeletion,
  releaseFromDeletion,
  returnedWithoutVideos,
  videosLeftByLeavers,
} from '../../../../db/queries/leaving/account-deletion'
import { videosToHold } from '../../../../db/queries/moderation/bans'
import { revokeFilesOfAll } from '../../../../db/queries/videos/video-files'
import type { ServiceContext } from '../../context'

/** A batch is small, since each video has half a dozen addresses to revoke. What is left after a run is cron's. */
const chunks = { chunk: 100, chunksAtMost: 50 }
const accountsAtOnce = 20

type StoreContext = Pick<ServiceContext, 'db' | 'now'>

/** Hides a leaving account's videos from everyone but administrators, their bytes included. */
export async function holdVideosOf(ctx: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosToHold(ctx.db, userId, atMost)), chunks)
}

/** Gives a returning account's videos back. */
export async function releaseVideosOf({ db, now }: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => (await releaseFromDeletion(db, userId, now, atMost)).length, chunks)
}

/** Goes on with what requests left: hides what is still shown, and gives back what is still hidden. */
export async function settleVideosLeft(ctx: StoreContext): Promise<void> {
  await inChunks(async (atMost) => hold(ctx, await videosLeftByLeavers(ctx.db, atMost)), chunks)
  for (const { id } of await returnedWithoutVideos(ctx.db, accountsAtOnce)) await releaseVideosOf(ctx, id)
}

async function hold({ db, now }: StoreContext, rows: { id: number }[]): Promise<number> {
  if (rows.length === 0) return 0
  const awaiting = awaitingDeletion(rows.map(({ id }) => id))
  await db.batch([revokeFilesOfAll(db, awaiting, now), holdForDeletion(db, awaiting)])
  return rows.length
}
