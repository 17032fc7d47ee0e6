import { eq } from 'drizzle-orm'
import { batchNamed } from '../../../db/batch-named'
import { dropReplaced } from '../../../db/queries/videos/replaced-files'
import { videos } from '../../../db/schema'
import { testDb, videoRow } from '../factories'

/** Makes a video ready as the job does that has read its new file, whose bytes in a factory's upload are random. */
export async function acceptFile(videoId: number): Promise<void> {
  const db = testDb()
  const { sourceKey } = (await videoRow(videoId)) ?? {}
  await db.update(videos).set({ status: 'ready' }).where(eq(videos.id, videoId))
  await batchNamed(db, dropReplaced(db, videoId, sourceKey ?? '', Date.now()))
}
