import { deleteHistory, deleteWatched } from '../../../../db/queries/videos/watch-history'
import type { UserContext } from '../../context'

/** Rows that one statement deletes. */
const chunk = 2000

/** Takes a video out of the account's history, with the place where it would go on. */
export async function forgetOne({ actor, db }: UserContext, videoId: number): Promise<void> {
  await deleteWatched(db, actor.id, videoId)
}

/** Everything watched so far; what is watched while this runs stays. */
export async function forgetAll({ actor, db, now }: UserContext): Promise<void> {
  let deleted: unknown[]
  do {
    deleted = await deleteHistory(db, actor.id, now, chunk)
  } while (deleted.length === chunk)
}
