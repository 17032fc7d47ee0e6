import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { renditionTolerance } from '#contract/values/videos/ladder'
import { storyboardRows } from '#contract/values/videos/media'
import { captionsOfVideo } from '#db/queries/videos/captions'
import { captions, renditions, segmentIndexes, uploads, users, videos } from '#db/schema'
import { readSegmentIndex } from '#worker/formats/mp4/segment-index'
import { probeVideo } from '#worker/formats/probe/probe'
import { readerOf } from '#worker/formats/read-at'
import type { ServiceContext } from '#worker/services/context'
import { inspectCmaf } from '#worker/services/uploads/inspection/cmaf'
import { normaliseCaptions } from '#worker/services/videos/captions/index'
import { demoCaptions } from './captions'
import { demoVideos } from './catalogue'
import { ladderFiles, mediaFolder } from './ladder-files'
import { storeObject } from './store-object'

/**
 * Adds ladder, storyboard, preview, trailer and captions to demo videos without any, including those left by
 * a killed run. Skips videos changed since seeding: another title or owner, or an uploaded source. One query
 * when there is nothing to do. Returns the number completed.
 */
export async function completeVideos(ctx: ServiceContext): Promise<number> {
  let completed = 0
  for (const video of await findIncomplete(ctx)) {
    const demo = demoVideos.find(({ title, owner }) => title === video.title && owner === video.username)
    if (demo && (await complete(ctx, video, demo.clip))) completed += 1
  }
  return completed
}

function findIncomplete({ db }: ServiceContext) {
  const ofVideo = eq(renditions.videoId, videos.id)
  return db
    .select({
      id: videos.id,
      userId: videos.userId,
      username: users.username,
      title: videos.title,
      sourceKey: videos.sourceKey,
      duration: videos.duration,
      width: videos.width,
      height: videos.height,
    })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(
      and(
        inArray(users.username, [...new Set(demoVideos.map(({ owner }) => owner))]),
        eq(videos.status, 'ready'),
        isNull(videos.storyboardKey),
        isNull(videos.previewKey),
        notExists(db.select({ one: sql`1` }).from(renditions).where(ofVideo)),
        notExists(db.select({ one: sql`1` }).from(uploads).where(eq(uploads.objectKey, videos.sourceKey))),
      ),
    )
}

type Incomplete = Awaited<ReturnType<typeof findIncomplete>>[number]

/**
 * Returns false for a clip that has changed since the video was created. All rows are one batch: a killed run
 * leaves none.
 */
async function complete(ctx: ServiceContext, video: Incomplete, clip: string): Promise<boolean> {
  const { db } = ctx
  const source = readFileSync(join(mediaFolder, clip))
  const probe = await probeVideo(readerOf(source), source.length)
  const [picture] = probe.video
  const agrees =
    Math.abs((probe.duration ?? 0) - (video.duration ?? 0)) <= renditionTolerance.seconds &&
    picture?.width === video.width &&
    picture?.height === video.height
  if (!agrees || probe.duration === null) return false

  const files = ladderFiles(clip)
  const [storyboard, preview] = [readFileSync(files.storyboard), readFileSync(files.preview)]
  const trailer = readFileSync(files.trailer)
  const [board, moving, teaser, inserted, tracks] = await Promise.all([
    storeObject(ctx, video.userId, 'storyboard', 'image/jpeg', storyboard),
    storeObject(ctx, video.userId, 'preview', 'video/mp4', preview),
    storeObject(ctx, video.userId, 'trailer', 'video/mp4', trailer),
    Promise.all(files.renditions.map(({ quality, path }) => storeRendition(ctx, video, quality, path))),
    storeCaptions(ctx, video),
  ])
  await db.batch([
    board.statement,
    moving.statement,
    teaser.statement,
    ...inserted.flat(),
    ...tracks.flat(),
    db
      .update(videos)
      .set({
        storyboardKey: board.key,
        storyboardBytes: storyboard.length,
        storyboardRows: storyboardRows(probe.duration),
        previewKey: moving.key,
        previewBytes: preview.length,
        trailerKey: teaser.key,
        trailerBytes: trailer.length,
      })
      .where(eq(videos.id, video.id)),
  ])
  return true
}

/** Checks the file like an upload, so that a file which the site would refuse is never seeded. */
async function storeRendition(ctx: ServiceContext, video: Incomplete, quality: number, path: string) {
  const bytes = readFileSync(path)
  const index = await readSegmentIndex(readerOf(bytes), bytes.length)
  if (!index) throw new Error(`${path} has no segment index`)
  const { segments } = await inspectCmaf(readerOf(bytes), bytes.length, index)
  const { key, statement } = await storeObject(ctx, video.userId, 'rendition', 'video/mp4', bytes)
  const rendition = { videoId: video.id, quality, objectKey: key, bytes: bytes.length }
  return [
    statement,
    ctx.db.insert(segmentIndexes).values({ objectKey: key, ...segments }),
    ctx.db.insert(renditions).values({ ...rendition, bandwidth: segments.averageBandwidth }),
  ] as const
}

async function storeCaptions(ctx: ServiceContext, { id, userId, title }: Incomplete) {
  const own = await captionsOfVideo(ctx.db, id)
  const tracks = own.length > 0 ? [] : Object.entries(demoCaptions[title] ?? {})
  return Promise.all(
    tracks.map(async ([language, text]) => {
      const { text: bytes } = normaliseCaptions(new TextEncoder().encode(text))
      const { key, statement } = await storeObject(ctx, userId, 'caption', 'text/vtt', bytes)
      const track = { videoId: id, language, objectKey: key, bytes: bytes.length }
      return [statement, ctx.db.insert(captions).values(track)] as const
    }),
  )
}
