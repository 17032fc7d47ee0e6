import { day } from '#contract/values/shared/time'
import { batchNamed } from '#db/batch-named'
import { inChunks } from '#db/in-chunks'
import {
  announcementOf,
  announceToSome,
  deleteAnnouncement,
  deleteFromFeeds,
  deleteOldAnnouncements,
  dueAnnouncements,
  endUnheardAnnouncements,
  forgetAnnouncementTries,
  noteAnnouncementsAsked,
  oldInFeeds,
} from '#db/queries/videos/library/feed'
import type { ServiceContext } from '../../context'
import { nudge, sendAll } from '../../shared/send'

/** An older date is an import's: a video published elsewhere long ago is no news. */
const newsMs = 30 * day
/** How long a feed keeps an announcement. */
const feedKeptMs = 90 * day
/** Videos whose work a minute begins; the others wait for the next. */
const atOnce = 50
const oldAtOnce = 20
const lookedAt = 500
/** Feeds that one message writes to; the next message continues. */
const chunks = { chunk: 500, chunksAtMost: 20 }

/**
 * Queues a message for each video that became public or is gone, so that feeds are updated. Lost messages are
 * sent again, and those of failing jobs less and less often. An imported library has thousands of videos that
 * are no news: these end at once.
 */
export async function announceOpen({ db, jobs, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => endUnheardAnnouncements(db, now - newsMs, atMost))
  const due = (await dueAnnouncements(db, now, atOnce)).map(({ videoId }) => videoId)
  if (due.length === 0) return
  await sendAll(
    jobs,
    due.map((videoId) => ({ job: 'announce', videoId })),
  )
  await noteAnnouncementsAsked(db, due, now)
}

/**
 * Writes a new video into its uploader's followers' feeds, or takes a video that is gone out of them, slice
 * by slice.
 */
export async function announce(ctx: ServiceContext, videoId: number): Promise<void> {
  const [found] = await announcementOf(ctx.db, videoId)
  if (!found || found.isDone) return
  const isOver = found.video === null ? await forget(ctx, videoId) : await tell(ctx, videoId)
  if (!isOver) await nudge(ctx.jobs, { job: 'announce', videoId })
}

async function tell({ db, now }: ServiceContext, videoId: number): Promise<boolean> {
  let isOver = false
  await inChunks(async (atMost) => {
    const { moved } = await batchNamed(db, announceToSome(db, videoId, now - newsMs, atMost))
    // No row: another run has finished it.
    isOver = moved[0]?.isDone ?? true
    return isOver ? 0 : atMost
  }, chunks)
  return isOver
}

async function forget({ db }: ServiceContext, videoId: number): Promise<boolean> {
  await inChunks(async (atMost) => {
    const deleted = await deleteFromFeeds(db, videoId, atMost)
    if (deleted.meta.changes > 0) await forgetAnnouncementTries(db, videoId)
    return deleted
  }, chunks)
  return (await deleteAnnouncement(db, videoId)).meta.changes > 0
}

/** Takes old videos out of all feeds, the oldest first. A run that is cut off leaves the rest to the next. */
export async function pruneFeeds(ctx: ServiceContext): Promise<void> {
  const before = ctx.now - feedKeptMs
  await deleteOldAnnouncements(ctx.db, before, lookedAt)
  for (const { id } of await oldInFeeds(ctx.db, before, lookedAt, oldAtOnce)) await forget(ctx, id)
}
