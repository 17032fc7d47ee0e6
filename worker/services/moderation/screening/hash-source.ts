import { batchNamed } from '#db/batch-named'
import { blockFilesOf } from '#db/queries/moderation/blocked-hashes'
import {
  type FileHashes,
  failBlockedVideo,
  failVideo,
  forgetTries,
  giveUpReading,
  giveUpVideo,
  markVideoReady,
  processingSource,
  restartReading,
  setHashes,
} from '#db/queries/moderation/screening'
import { placeholders } from '#db/queries/shared/mail'
import { dropReplaced, type Refused } from '#db/queries/videos/publishing/replaced-files'
import { doesTrustCount } from '#worker/policy/review'
import type { ServiceContext } from '../../context'
import { withLease } from '../../shared/leases'
import { emailText, kickMail } from '../../shared/mail'
import { enqueueHashDerived, enqueueIndexing, enqueuePrune } from '../../shared/objects'
import { quarantineSource } from '../quarantine/by-system'
import { longestHashMs, stripAndHash } from './read-hashes'
import { givenUpJob, tryReading } from './tries'

const blocked = "This file was previously removed from the site and can't be published again."
const missing = 'We lost the file. Please upload it again.'
/** No one could tell whether it was removed before. */
const unreadable = 'This file is damaged or incomplete. Please upload another one.'
/** It may be the file, or our own failure. */
const givenUp =
  "We couldn't check this file, though we tried for most of a day. Please upload it again, or ask us to try once more."

/**
 * Hashes a video's source, strips it of everything that players don't need and checks the block list; then
 * the video is ready, or failed with a reason. `again` starts over at the first try where an earlier run gave
 * up. Safe to deliver twice or at once.
 */
export async function hashSource(ctx: ServiceContext, videoId: number, again = false): Promise<void> {
  if (again) await ctx.db.batch(restartReading(ctx.db, videoId))
  const [source] = await processingSource(ctx.db, videoId)
  if (!source) return
  await withLease(ctx, `hash:${source.key}`, longestHashMs, () =>
    tryReading(
      ctx,
      source,
      () => hash(ctx, videoId, source),
      () => giveUp(ctx, videoId, source.key),
    ),
  )
}

type Source = Awaited<ReturnType<typeof processingSource>>[number]

async function hash(ctx: ServiceContext, videoId: number, source: Source): Promise<void> {
  const known = knownHashes(source)
  const hashes = known ?? (await stripAndHash(ctx, source))
  if (hashes && !known) await setHashes(ctx.db, source.key, hashes)
  if (!hashes?.pictureSha256) {
    const reason = hashes ? unreadable : missing
    const video = { id: videoId, key: source.key }
    await batchNamed(ctx.db, failVideo(ctx.db, video, refused(ctx, reason), ctx.now))
    await Promise.all([enqueuePrune(ctx), kickMail(ctx)])
    return
  }
  await publish(ctx, videoId, source.key, hashes)
}

async function giveUp(ctx: ServiceContext, videoId: number, key: string): Promise<void> {
  const { restored } = await batchNamed(ctx.db, [
    ...giveUpReading(ctx.db, key, givenUpJob(ctx, { job: 'hash', videoId, again: true })),
    ...giveUpVideo(ctx.db, { id: videoId, key }, refused(ctx, givenUp), ctx.now),
  ])
  if (restored.length > 0) await Promise.all([enqueuePrune(ctx), kickMail(ctx)])
}

async function publish(ctx: ServiceContext, videoId: number, key: string, hashes: FileHashes): Promise<void> {
  const [replaced, former] = dropReplaced(ctx.db, ctx.now, videoId)
  const { ready, failed, restored, dropped } = await batchNamed(ctx.db, [
    ...quarantineSource(ctx, videoId, key, hashes),
    { ready: markVideoReady(ctx.db, videoId, key, hashes, ctx.now) },
    { dropped: replaced },
    former,
    ...failBlockedVideo(ctx.db, { id: videoId, key }, hashes, refused(ctx, blocked), ctx.now),
    // In case the video was removed in the meantime.
    blockFilesOf(ctx.db, videoId, ctx.now),
    forgetTries(ctx.db, key),
  ])
  if (restored.length > 0) await kickMail(ctx)
  if (failed.length + restored.length + dropped.length > 0) await enqueuePrune(ctx)
  if (ready.length > 0) await Promise.all([enqueueIndexing(ctx), enqueueHashDerived(ctx, videoId)])
}

/**
 * Returns the reason for the uploader, who reads it beside the video, or by email if the previous file is
 * back.
 */
function refused(ctx: ServiceContext, reason: string): Refused {
  const body = emailText(ctx, placeholders.name, [
    `We couldn't accept the new file for your video “${placeholders.title}”, so it shows the previous one again.`,
    `Why: ${reason}`,
    `Your video: ${ctx.config.siteOrigin}/edit-video/${placeholders.number}`,
  ])
  const email = { subject: "We couldn't accept your video's new file", body }
  return { reason, email, rule: { trustCounts: doesTrustCount(ctx.config.payments) } }
}

function knownHashes(source: Source): FileHashes | null {
  const { sha256, pictureSha256, soundSha256, crc32 } = source
  return sha256 === null || crc32 === null ? null : { sha256, pictureSha256, soundSha256, crc32 }
}
