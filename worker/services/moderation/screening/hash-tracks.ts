import { blockFilesOf, removedWithHash } from '../../../../db/queries/moderation/blocked-hashes'
import { setHashes, unhashedFile } from '../../../../db/queries/moderation/screening'
import { removalInForce } from '../../../../db/queries/moderation/takedown'
import { raiseRevision, revokeFilesOf } from '../../../../db/queries/videos/video-files'
import { contentTypes } from '../../../formats/sniff'
import { log } from '../../../log'
import type { ServiceContext } from '../../context'
import { withLease } from '../../shared/leases'
import { enqueueHashDerived } from '../../shared/objects'
import { quarantineIfPurged } from '../quarantine'
import { hashLeaseMs, readHashes, stripAndHash } from './read-hashes'

/** Removals of one file; a flood's others are found through these. */
const atOnce = 10

/**
 * Hashes the tracks of a file that was read before there were hashes by track, and strips it of what players don't
 * need, which nobody did then. A removed video's are blocked; then the search for copies of every removal that it
 * equals begins again. Safe to deliver twice or at once.
 */
export async function hashTracks(ctx: ServiceContext, key: string): Promise<void> {
  const [file] = await unhashedFile(ctx.db, key)
  if (!file) return
  await withLease(ctx, `hash:${key}`, hashLeaseMs, () => hash(ctx, file))
}

type File = Awaited<ReturnType<typeof unhashedFile>>[number]

/** Evidence stays as it was uploaded. */
async function read(ctx: ServiceContext, file: Omit<File, 'videoId'>) {
  const type = file.contentType === contentTypes.webm ? ('webm' as const) : ('mp4' as const)
  const typed = { ...file, type }
  if (file.isEvidence) return { hashes: await readHashes(ctx, typed), changed: false }
  return (await stripAndHash(ctx, typed)) ?? { hashes: null, changed: false }
}

async function hash(ctx: ServiceContext, { videoId, ...file }: File): Promise<void> {
  const { db, now } = ctx
  const { key } = file
  const { hashes, changed } = await read(ctx, file)
  const picture = hashes?.pictureSha256 ?? null
  const found = {
    pictureSha256: picture,
    soundSha256: hashes?.soundSha256 ?? null,
    ...(changed && hashes && { sha256: hashes.sha256, crc32: hashes.crc32 }),
  }
  // Its other hashes go on recognising it.
  if (picture === null) log('warn', 'hash.unreadable', { key, missing: hashes === null })
  if (picture === null || videoId === null) {
    await setHashes(db, key, found)
    return
  }
  await db.batch([
    ...quarantineIfPurged(ctx, videoId, key, picture),
    // What was signed for the bytes before is no longer good.
    ...(changed ? [revokeFilesOf(db, videoId, now), raiseRevision(db, videoId)] : []),
    setHashes(db, key, found),
    blockFilesOf(db, videoId, now),
  ])
  const [own, equal] = await db.batch([removalInForce(db, videoId), removedWithHash(db, picture, atOnce)])
  const removed = new Set([...own.map((removal) => removal.videoId), ...equal.map(({ id }) => id)])
  for (const id of removed) await enqueueHashDerived(ctx, id)
}
