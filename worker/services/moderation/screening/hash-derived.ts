import { blockFilesOf } from '../../../../db/queries/moderation/blocked-hashes'
import { setHashes, unreadFile } from '../../../../db/queries/moderation/screening'
import { hashFile } from '../../../formats/hash-file'
import { largeChunks } from '../../../storage/chunks'
import type { ServiceContext } from '../../context'
import { quarantineIfBlocked } from '../quarantine'
import { takeDownCopies } from '../takedown'

/**
 * Reads what was made of a source, one file a message: a rung or preview that equals something removed sends the video
 * into quarantine. Of a removed video all files are read, blocked, and looked for in others. Delivered twice, it reads a
 * file twice at most.
 */
export async function hashMade(ctx: ServiceContext, videoId: number, after = ''): Promise<void> {
  const [file] = await unreadFile(ctx.db, videoId, after)
  if (file) {
    // One that is lost is passed over: there is nothing in it that could be seen.
    const object = await ctx.media.read(file.key, 0, file.bytes)
    if (object) {
      const hashes = await hashFile(largeChunks(object.body), file.type)
      await ctx.db.batch([
        ...quarantineIfBlocked(ctx, videoId, file.key, hashes),
        setHashes(ctx.db, file.key, hashes),
      ])
    }
    await ctx.jobs.send({ job: 'hash-made', videoId, after: file.key })
    return
  }
  await blockFilesOf(ctx.db, videoId, ctx.now)
  if (await takeDownCopies(ctx, videoId)) await ctx.jobs.send({ job: 'hash-made', videoId })
}
