import { day } from '#contract/values/shared/time'
import { inChunks } from '#db/in-chunks'
import { deleteOldNotices } from '#db/queries/shared/notices'
import type { ServiceContext } from '../../context'

/** As long as feeds keep announcements. */
const noticesKeptMs = 90 * day

export async function pruneNotices({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => deleteOldNotices(db, now - noticesKeptMs, atMost))
}
