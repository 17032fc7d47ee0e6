import { eq, sql } from 'drizzle-orm'
import { withSettings } from '#contract/schemas/site/settings'
import { hour, minute } from '#contract/values/shared/time'
import { settingsRow } from '#db/queries/shared/settings'
import { commentLikes, comments, settings, videos, wherePublic } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { loadSettings } from '#worker/services/shared/settings/index'
import { audience, idsOf } from './audience'
import { noise } from './noise'

/** Comments by the audience. */
const remarks = [
  'I keep coming back to this one.',
  'The part at 0:04 is my favourite.',
  'Beautiful light. How long did this take to make?',
  'Watched it twice, and the second time was even better.',
  'More of this, please.',
  'The colours at the end are something else.',
  'I put this on at night, and it works every time.',
  'Is there a longer version?',
  'So calm.\nThank you for this.',
  'From 0:02 on I forgot what I was doing.',
  'Every new one is better than the last.',
  'Lovely from beginning to end.',
]
const answers = [
  'Thank you! It took about a week.',
  'Same here.',
  'Glad that you like it.',
  'There may be one soon.',
  'I noticed that too.',
]

/** Number of videos that get comments, and the most comments of each. */
const videosCommented = 12
const commentsEach = 5

/** Turns comments on, and has the demo's audience write some, answer and like them. */
export async function addComments(ctx: ServiceContext): Promise<void> {
  const { db } = ctx
  const [row] = await settingsRow(db)
  await db.update(settings).set({ document: withSettings(row?.document ?? '{}', { commentsEnabled: true }) })
  await ctx.settingsCopy.write(await loadSettings(db))
  const ids = [...(await idsOf(ctx, audience)).values()]
  const shown = await db
    .select({ id: videos.id, userId: videos.userId, createdAt: videos.createdAt })
    .from(videos)
    .where(wherePublic)
    .orderBy(sql`views desc`)
    .limit(videosCommented)
  for (const video of shown) {
    const there = await db
      .select({ id: comments.id })
      .from(comments)
      .where(eq(comments.videoId, video.id))
      .limit(1)
    if (there.length === 0) await commentOn(ctx, video, ids)
  }
}

interface Commented {
  id: number
  userId: number
}

async function commentOn(
  { db, now }: ServiceContext,
  { id: videoId, userId }: Commented,
  ids: readonly number[],
) {
  const count = 2 + Math.floor(noise('comments', videoId) * commentsEach)
  for (let at = 0; at < count; at += 1) {
    const pick = <Item>(items: readonly Item[], place: string) =>
      items[Math.floor(noise(place, videoId, at) * items.length)] as Item
    // Oldest first: the newest comment has the highest ID.
    const createdAt = Math.round(now - (count - at) * 9 * hour * (0.5 + noise('age', videoId)))
    const written = { videoId, createdAt, state: 'shown' as const }
    const author = pick(ids, 'author')
    const [made] = await db
      .insert(comments)
      .values({ ...written, userId: author, body: pick(remarks, 'remark') })
      .returning({ id: comments.id })
    if (!made) continue
    if (noise('answered', videoId, at) < 0.5) {
      await db.insert(comments).values({
        ...written,
        userId,
        parentId: made.id,
        body: pick(answers, 'answer'),
        createdAt: createdAt + 40 * minute,
      })
    }
    const fans = ids.filter(
      (each) => each !== author && noise('fan', made.id, each) < noise('fans', made.id) / 3,
    )
    if (fans.length > 0)
      await db
        .insert(commentLikes)
        .values(fans.map((each) => ({ commentId: made.id, userId: each, createdAt })))
  }
}
