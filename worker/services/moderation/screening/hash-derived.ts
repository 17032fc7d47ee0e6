import { blockFilesOf } from '../../../../db/queries/moderation/blocked-hashes'
import { setHashes, unreadFile } from '../../../../db/queries/moderation/screening'
import type { ServiceContext } from '../../context'
import { quarantineIfBlocked, quarantineUnreadable } from '../quarantine'
import { takeDownCopies } from '../takedown'
import { readHashes } from './read-hashes'

/**
 * Hashes a video's derived files, one per message: a rendition or preview that equals a removed file, or
 * can't be read, sends the video into quarantine. A removed video's files are all hashed, blocked and searched for in other
 * videos. A message delivered twice reads a file at most twice.
 */
export async function hashDerived(ctx: ServiceContext, videoId: number, after = ''): Promise<void> {
  const [file] = await unreadFile(ctx.db, videoId, after)
  if (file) {
    // A missing object is skipped: nobody can watch it.
    const hashes = await readHashes(ctx, file)
    if (hashes) {
      await ctx.db.batch([
        ...(hashes.pictureSha256 === null
          ? quarantineUnreadable(ctx, videoId, file.key)
          : quarantineIfBlocked(ctx, videoId, file.key, hashes)),
        setHashes(ctx.db, file.key, hashes),
      ])
    }
    await ctx.jobs.send({ job: 'hash-made', videoId, after: file.key })
    return
  }
  await blockFilesOf(ctx.db, videoId, ctx.now)
  if (await takeDownCopies(ctx, videoId)) await ctx.jobs.send({ job: 'hash-made', videoId })
}
