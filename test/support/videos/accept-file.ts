import { eq } from 'drizzle-orm'
import { dropReplaced } from '#db/queries/videos/publishing/replaced-files'
import { videos } from '#db/schema'
import { testDb } from '../factories'

/** Makes a video ready as the job does that has read its new file, whose bytes in a factory's upload are random. */
export async function acceptFile(videoId: number): Promise<void> {
  const db = testDb()
  await db.batch([
    db.update(videos).set({ status: 'ready' }).where(eq(videos.id, videoId)),
    ...dropReplaced(db, Date.now(), videoId),
  ])
}
