import { blockFilesOf, removedWithHash } from '../../../../db/queries/moderation/blocked-hashes'
import {
  forgetTries,
  giveUpReading,
  setHashes,
  unhashedFile,
} from '../../../../db/queries/moderation/screening'
import { removalInForce } from '../../../../db/queries/moderation/takedown'
import { raiseRevision, revokeFilesOf } from '../../../../db/queries/videos/video-files'
import { contentTypes } from '../../../formats/sniff'
import { log } from '../../../log'
import type { ServiceContext } from '../../context'
import { withLease } from '../../shared/leases'
import { enqueueHashDerived } from '../../shared/objects'
import { quarantineIfFilesDeleted } from '../quarantine'
import { longestHashMs, readHashes, stripAndHash } from './read-hashes'
import { givenUpJob, tryReading } from './tries'

/** Removals of one file; a flood's others are found through these. */
const atOnce = 10

/**
 * Hashes the tracks of a file that was read before there were hashes by track, and strips it of what players don't
 * need, which nobody did then. A removed video's are blocked; then the search for copies of every removal that it
 * equals begins again. One that can't be read keeps its other hashes. `again` begins from the first try where an
 * earlier run gave up. Safe to deliver twice or at once.
 */
export async function hashTracks(ctx: ServiceContext, key: string, again = false): Promise<void> {
  if (again) await forgetTries(ctx.db, key)
  const [file] = await unhashedFile(ctx.db, key)
  if (!file) return
  await withLease(ctx, `hash:${key}`, longestHashMs, () =>
    tryReading(
      ctx,
      file,
      () => hash(ctx, file),
      () =>
        ctx.db.batch(giveUpReading(ctx.db, key, givenUpJob(ctx, { job: 'hash-tracks', key, again: true }))),
    ),
  )
}

type File = Awaited<ReturnType<typeof unhashedFile>>[number]

/** Evidence stays as it was uploaded. */
async function read(ctx: ServiceContext, file: Omit<File, 'videoId'>) {
  const type = file.contentType === contentTypes.webm ? ('webm' as const) : ('mp4' as const)
  const typed = { ...file, type }
  return file.isEvidence ? readHashes(ctx, typed) : stripAndHash(ctx, typed)
}

async function hash(ctx: ServiceContext, { videoId, ...file }: File): Promise<void> {
  const { db, now } = ctx
  const { key } = file
  const hashes = await read(ctx, file)
  const picture = hashes?.pictureSha256 ?? null
  const found = {
    pictureSha256: picture,
    soundSha256: hashes?.soundSha256 ?? null,
    ...(hashes && { sha256: hashes.sha256, crc32: hashes.crc32 }),
  }
  // Compared with the row, for a run before this one may have been cut off. What was signed for the bytes before is
  // no longer good.
  const renewed =
    videoId !== null && hashes && hashes.sha256 !== file.sha256
      ? [revokeFilesOf(db, videoId, now), raiseRevision(db, videoId)]
      : []
  // Its other hashes go on recognising it.
  if (picture === null) log('warn', 'hash.unreadable', { key, missing: hashes === null })
  if (picture === null || videoId === null) {
    await db.batch([setHashes(db, key, found), ...renewed])
    return
  }
  await db.batch([
    ...quarantineIfFilesDeleted(ctx, videoId, key, picture),
    ...renewed,
    setHashes(db, key, found),
    blockFilesOf(db, videoId, now),
  ])
  const [own, equal] = await db.batch([removalInForce(db, videoId), removedWithHash(db, picture, atOnce)])
  const removed = new Set([...own.map((removal) => removal.videoId), ...equal.map(({ id }) => id)])
  for (const id of removed) await enqueueHashDerived(ctx, id)
}
