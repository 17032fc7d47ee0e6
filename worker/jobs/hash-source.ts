import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  doomBlockedSource,
  failBlockedVideo,
  failVideo,
  markVideoReady,
  processingSource,
  type SourceHashes,
  setHashes,
} from '../../db/queries/objects'
import { dropLease, takeLease } from '../../db/queries/operations'
import { mp4SamplesHash, webmSamplesHash } from '../media/coded-samples'
import type { ServiceContext } from '../services/context'
import { enqueueSweep } from '../services/objects'

/** A queue's consumer is ended after 15 minutes: whoever holds the lease longer is dead. */
const leaseMs = 15 * 60_000

const blocked = "This file was removed from the site before and can't be published again."
const missing = 'The file was lost. Please upload it again.'

/**
 * Reads the source of a video once: hashes, block list, then the video is ready, or failed with the reason. Delivered
 * twice, it does nothing the second time; two at once read the file once.
 */
export async function hashSource(ctx: ServiceContext, videoId: number): Promise<void> {
  const [source] = await processingSource(ctx.db, videoId)
  if (!source) return
  const lease = `hash:${source.key}`
  const heldUntil = ctx.now + leaseMs
  const [held] = await takeLease(ctx.db, lease, ctx.now, heldUntil)
  if (!held) return
  try {
    const known = knownHashes(source)
    const hashes = known ?? (await readHashes(ctx, source.key, source.bytes, source.type))
    if (!hashes) {
      await failVideo(ctx.db, videoId, source.key, missing)
      return
    }
    if (!known) await setHashes(ctx.db, source.key, hashes)
    await publish(ctx, videoId, source.key, hashes)
  } finally {
    await dropLease(ctx.db, lease, heldUntil)
  }
}

async function publish(
  ctx: ServiceContext,
  videoId: number,
  key: string,
  hashes: SourceHashes,
): Promise<void> {
  const [, , [failed]] = await ctx.db.batch([
    markVideoReady(ctx.db, videoId, key, hashes),
    doomBlockedSource(ctx.db, videoId, key, hashes, ctx.now),
    failBlockedVideo(ctx.db, videoId, key, hashes, blocked),
  ])
  if (failed) await enqueueSweep(ctx)
}

type Source = Awaited<ReturnType<typeof processingSource>>[number]

function knownHashes({ sha256, samplesSha256, crc32 }: Source): SourceHashes | null {
  if (sha256 === null || samplesSha256 === null || crc32 === null) return null
  return { sha256, samplesSha256, crc32 }
}

/** Null when the object is gone. */
async function readHashes(
  ctx: ServiceContext,
  key: string,
  bytes: number,
  type: Source['type'],
): Promise<SourceHashes | null> {
  const object = await ctx.media.read(key, 0, bytes)
  if (!object) return null
  const whole = createHash('sha256')
  const samples = type === 'webm' ? webmSamplesHash() : mp4SamplesHash()
  let sum = 0
  for await (const chunk of object.body) {
    whole.update(chunk)
    samples.update(chunk)
    sum = crc32(chunk, sum)
  }
  return { sha256: whole.digest('hex'), samplesSha256: samples.digest(), crc32: sum }
}
