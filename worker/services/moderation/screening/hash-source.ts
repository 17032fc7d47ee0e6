import { batchNamed } from '../../../../db/batch-named'
import { blockFilesOf } from '../../../../db/queries/moderation/blocked-hashes'
import {
  type FileHashes,
  failBlockedVideo,
  failVideo,
  markVideoReady,
  processingSource,
  setHashes,
} from '../../../../db/queries/moderation/screening'
import { hashFile } from '../../../formats/hash-file'
import { largeChunks } from '../../../storage/chunks'
import type { ServiceContext } from '../../context'
import { withLease } from '../../shared/leases'
import { enqueueHashDerived, enqueuePrune } from '../../shared/objects'
import { quarantineSource } from '../quarantine'

/** A queue consumer is killed after 15 minutes, so a longer lease belongs to a dead one. */
const leaseMs = 15 * 60_000

const blocked = "This file was removed from the site before and can't be published again."
const missing = 'The file was lost. Please upload it again.'

/**
 * Hashes a video's source and checks the block list; then the video is ready, or failed with a reason. Safe
 * to deliver twice or at once.
 */
export async function hashSource(ctx: ServiceContext, videoId: number): Promise<void> {
  const [source] = await processingSource(ctx.db, videoId)
  if (!source) return
  await withLease(ctx, `hash:${source.key}`, leaseMs, () => hash(ctx, videoId, source))
}

type Source = Awaited<ReturnType<typeof processingSource>>[number]

async function hash(ctx: ServiceContext, videoId: number, source: Source): Promise<void> {
  const known = knownHashes(source)
  const hashes = known ?? (await readHashes(ctx, source))
  if (!hashes) {
    await batchNamed(ctx.db, failVideo(ctx.db, { id: videoId, key: source.key }, missing, ctx.now))
    return enqueuePrune(ctx)
  }
  if (!known) await setHashes(ctx.db, source.key, hashes)
  await publish(ctx, videoId, source.key, hashes)
}

async function publish(ctx: ServiceContext, videoId: number, key: string, hashes: FileHashes): Promise<void> {
  const { ready, failed } = await batchNamed(ctx.db, [
    ...quarantineSource(ctx, videoId, key, hashes),
    { ready: markVideoReady(ctx.db, videoId, key, hashes, ctx.now) },
    ...failBlockedVideo(ctx.db, { id: videoId, key }, hashes, blocked, ctx.now),
    // In case the video was removed in the meantime.
    blockFilesOf(ctx.db, videoId, ctx.now),
  ])
  if (failed.length > 0) await enqueuePrune(ctx)
  if (ready.length > 0) await enqueueHashDerived(ctx, videoId)
}

function knownHashes({ sha256, samplesSha256, crc32 }: Source): FileHashes | null {
  if (sha256 === null || samplesSha256 === null || crc32 === null) return null
  return { sha256, samplesSha256, crc32 }
}

/** Returns null when the object is missing. */
async function readHashes(ctx: ServiceContext, { key, bytes, type }: Source): Promise<FileHashes | null> {
  const object = await ctx.media.read(key, 0, bytes)
  if (!object) return null
  return hashFile(largeChunks(object.body), type)
}
