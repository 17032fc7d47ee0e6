import { eq } from 'drizzle-orm'
import { captions, mediaObjects, renditions, segmentIndexes, type uploads, videos } from '#db/schema'
import { madeSegments, makeSegments, makeUpload, storeBytes, testDb } from '../factories'

/** Inserts a finished upload of a source in CMAF, which is also a rendition. */
export async function makeCmafUpload(userId: number, change: Partial<typeof uploads.$inferInsert> = {}) {
  const upload = await makeUpload(userId, 'video', change)
  await makeSegments(upload.objectKey, { width: 1280, height: 720 })
  return upload
}

/**
 * Gives a video of makeVideo renditions of 360p and 480p, a storyboard, a preview, a trailer, a blurred poster
 * and English captions.
 */
export async function addLadder(video: { id: number; userId: number }) {
  const db = testDb()
  const { userId } = video
  const [low, high, storyboard, preview, trailer, blurred, captioned] = await Promise.all([
    storeBytes(userId, 'rendition', 'video/mp4'),
    storeBytes(userId, 'rendition', 'video/mp4'),
    storeBytes(userId, 'storyboard', 'image/jpeg'),
    storeBytes(userId, 'preview', 'video/mp4'),
    storeBytes(userId, 'trailer', 'video/mp4'),
    storeBytes(userId, 'blurred', 'image/jpeg'),
    storeBytes(userId, 'caption', 'text/vtt'),
  ])
  const made = { low, high, storyboard, preview, trailer, blurred, captioned }
  const ofVideo = { videoId: video.id, bytes: 700 }
  await db.batch([
    db.insert(mediaObjects).values(Object.values(made).map(({ row }) => row)),
    db
      .insert(segmentIndexes)
      .values([
        madeSegments(low.objectKey, { width: 640, height: 360 }),
        madeSegments(high.objectKey, { width: 854, height: 480 }),
      ]),
    db.insert(renditions).values([
      { ...ofVideo, quality: 360, objectKey: low.objectKey, bandwidth: 700_000 },
      { ...ofVideo, quality: 480, objectKey: high.objectKey, bandwidth: 1_200_000 },
    ]),
    db.insert(captions).values({ ...ofVideo, language: 'en', objectKey: captioned.objectKey }),
    db
      .update(videos)
      .set({
        previewKey: preview.objectKey,
        previewBytes: 700,
        trailerKey: trailer.objectKey,
        trailerBytes: 700,
        blurredKey: blurred.objectKey,
        blurredBytes: 700,
        storyboardKey: storyboard.objectKey,
        storyboardBytes: 700,
        storyboardRows: 2,
      })
      .where(eq(videos.id, video.id)),
  ])
  return made
}
