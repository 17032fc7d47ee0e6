import { inChunks } from '#db/in-chunks'
import { deleteCommentsLeft, endCommentsLeft, videosWithCommentsLeft } from '#db/queries/videos/comments'
import type { ServiceContext } from '../../context'

/** Deleted videos whose comments a run deletes; the others wait for the next. */
const atOnce = 20

/** Deletes the comments of deleted videos, slice by slice. A run that is cut off leaves the rest to the next. */
export async function pruneComments({ db }: ServiceContext): Promise<void> {
  for (const { videoId } of await videosWithCommentsLeft(db, atOnce)) {
    await inChunks((atMost) => deleteCommentsLeft(db, videoId, atMost))
    await endCommentsLeft(db, videoId)
  }
}
