import { day } from '#contract/values/shared/time'
import { blockFilesOf } from '#db/queries/moderation/blocked-hashes'
import {
  forgetTries,
  giveUpReading,
  restartReading,
  setHashes,
  unreadFile,
} from '#db/queries/moderation/screening'
import type { ServiceContext } from '../../context'
import { enqueueHashDerived } from '../../shared/objects'
import { quarantineIfBlocked, quarantineUnreadable } from '../quarantine/by-system'
import { takeDownCopies } from '../takedown/copies'
import { readHashes } from './read-hashes'
import { givenUpJob, tryReading } from './tries'

/**
 * Hashes a video's derived files, one per message. A rendition or preview that equals a removed file, or
 * can't be read, sends the video into quarantine. A removed video's files are all hashed, blocked and
 * searched for in other videos. `again` starts over at the first try where an earlier run gave up. A message
 * delivered twice reads a file at most twice.
 */
export async function hashDerived(
  ctx: ServiceContext,
  { videoId, after = '', again = false }: { videoId: number; after?: string; again?: boolean },
): Promise<void> {
  if (again) await ctx.db.batch(restartReading(ctx.db, videoId))
  const [file] = await unreadFile(ctx.db, videoId, after, ctx.now)
  if (file) {
    await tryReading(
      ctx,
      file,
      () => hash(ctx, videoId, file),
      () => giveUp(ctx, videoId, file.key),
    )
    await enqueueHashDerived(ctx, videoId, file.key)
    return
  }
  await blockFilesOf(ctx.db, videoId, ctx.now)
  if (await takeDownCopies(ctx, videoId)) await enqueueHashDerived(ctx, videoId)
}

type File = Awaited<ReturnType<typeof unreadFile>>[number]

async function hash(ctx: ServiceContext, videoId: number, file: File): Promise<void> {
  const hashes = await readHashes(ctx, file)
  if (!hashes) {
    // No one can watch a missing object, but it may come back.
    await forgetTries(ctx.db, file.key, ctx.now + day)
    return
  }
  await ctx.db.batch([
    ...(hashes.pictureSha256 === null
      ? quarantineUnreadable(ctx, videoId, file.key)
      : quarantineIfBlocked(ctx, videoId, file.key, hashes)),
    setHashes(ctx.db, file.key, hashes),
  ])
}

/** Quarantines the video, since no one knows what the file shows, as with a damaged file. */
async function giveUp(ctx: ServiceContext, videoId: number, key: string): Promise<void> {
  await ctx.db.batch([
    ...quarantineUnreadable(ctx, videoId, key),
    ...giveUpReading(ctx.db, key, givenUpJob(ctx, { job: 'hash-derived', videoId, again: true })),
  ])
}
