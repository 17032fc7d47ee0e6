import { deleteHistory, deleteWatched } from '#db/queries/videos/library/watch-history'
import type { UserContext } from '../../context'

/** Rows deleted per statement. */
const chunk = 2000

/** Removes a video from the account's history, with its playback position. */
export async function deleteOne({ actor, db }: UserContext, videoId: number): Promise<void> {
  await deleteWatched(db, actor.id, videoId)
}

/** Deletes the history so far; videos watched while this runs stay. */
export async function deleteAll({ actor, db, now }: UserContext): Promise<void> {
  let deleted: unknown[]
  do {
    deleted = await deleteHistory(db, actor.id, now, chunk)
  } while (deleted.length === chunk)
}
