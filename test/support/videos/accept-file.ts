import { eq } from 'drizzle-orm'
import { dropReplaced } from '#db/queries/videos/publishing/replaced-files'
import { videos } from '#db/schema'
import { testDb } from '../factories'

/**
 * Makes a video ready, like the job that has read its new file. The bytes of a factory's upload are random,
 * so the job itself would refuse them.
 */
export async function acceptFile(videoId: number): Promise<void> {
  const db = testDb()
  await db.batch([
    db.update(videos).set({ status: 'ready' }).where(eq(videos.id, videoId)),
    ...dropReplaced(db, Date.now(), videoId),
  ])
}
