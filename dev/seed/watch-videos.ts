import { sql } from 'drizzle-orm'
import { dayOf } from '#contract/values/shared/time'
import { curveBins } from '#contract/values/videos/curve'
import { insertFrom } from '#db/insert-from'
import { partName } from '#db/queries/videos/statistics'
import { dailyStats, ownerDays, videoCurves, videoDays, videos } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { audienceDays } from './audience'
import { noise } from './noise'

/** Share of the audience by country; the last is too small to be shown on its own for most videos. */
const countries = { US: 0.38, DE: 0.22, BR: 0.16, JP: 0.13, FR: 0.1, MT: 0.01 }

/** Share of a demo video's views that came on an average one of these days. */
const aDay = 1 / 3000

type Watched = typeof videoDays.$inferInsert

/**
 * Gives the demo's videos an audience of the last thirty days, so that charts show something at the first start.
 * Once: it adds nothing to an audience that is there.
 */
export async function watchVideos({ db, now }: ServiceContext): Promise<void> {
  if ((await db.select().from(videoDays).limit(1)).length > 0) return
  const { id, views, likes, createdAt } = videos
  const all = await db.select({ id, views, likes, createdAt }).from(videos)
  const watched = all.flatMap((video) => daysOfVideo(video, dayOf(now)))
  const value = (name: keyof Watched) => sql`each.value ->> ${sql.raw(`'$.${name}'`)}`
  const row = {
    videoId: value('videoId'),
    day: value('day'),
    country: value('country'),
    views: value('views'),
    memberViews: value('memberViews'),
    searchViews: value('searchViews'),
    embedViews: value('embedViews'),
    linkViews: value('linkViews'),
    likes: value('likes'),
    saves: value('saves'),
  }
  await db.batch([
    insertFrom(db, videoDays, row, sql`from json_each(${JSON.stringify(watched)}) each`),
    insertFrom(
      db,
      videoCurves,
      { videoId: videoDays.videoId, day: videoDays.day, reports: sql`sum(views)`, ...curve() },
      sql`from ${videoDays} group by ${videoDays.videoId}, ${videoDays.day} having sum(views) > 0`,
    ),
    insertFrom(
      db,
      videoDays,
      {
        videoId: videoCurves.videoId,
        day: videoCurves.day,
        country: sql`''`,
        reports: videoCurves.reports,
        seenParts: sql.join(
          curveParts.map((part) => videoCurves[part]),
          sql` + `,
        ),
      },
      sql`from ${videoCurves} where true`,
    ).onConflictDoUpdate({
      target: [videoDays.videoId, videoDays.day, videoDays.country],
      set: { reports: sql`excluded.reports`, seenParts: sql`excluded.seen_parts` },
    }),
    insertFrom(
      db,
      ownerDays,
      {
        userId: videos.userId,
        day: videoDays.day,
        views: sql`sum(${videoDays.views})`,
        likes: sql`sum(${videoDays.likes})`,
        saves: sql`sum(${videoDays.saves})`,
      },
      sql`from ${videoDays} join ${videos} on ${videos.id} = ${videoDays.videoId}
        group by ${videos.userId}, ${videoDays.day}`,
    ),
    insertFrom(
      db,
      dailyStats,
      { day: videoDays.day, name: sql`'plays'`, value: sql`sum(views)` },
      sql`from ${videoDays} group by ${videoDays.day}`,
    ),
  ])
}

interface Totals {
  id: number
  views: number
  likes: number
  createdAt: number
}

/** Returns a video's rows. The days of a video younger than them add up to all of its views and likes. */
function daysOfVideo(video: Totals, today: number): Watched[] {
  const born = dayOf(video.createdAt)
  const first = Math.max(born, today - audienceDays + 1)
  const days = Array.from({ length: Math.max(0, today - first + 1) }, (_, index) => first + index)
  const isYoung = born === first
  const liveliness = days.map(
    (day) => (isYoung ? 0.85 ** (day - born) : 1) * (0.6 + 0.8 * noise(video.id, day)),
  )
  const share = isYoung ? 1 : aDay * days.length
  const views = divide(Math.round(video.views * share), liveliness)
  const likes = divide(Math.round(video.likes * share), liveliness)
  return days.flatMap((day, index) => dayOfVideo(video.id, day, views[index] ?? 0, likes[index] ?? 0))
}

/** Divides a sum into whole parts by weight; the remainder goes to the first. */
function divide(sum: number, weights: number[]): number[] {
  const all = weights.reduce((total, weight) => total + weight, 0)
  const parts = weights.map((weight) => Math.floor((sum * weight) / all))
  const left = sum - parts.reduce((total, part) => total + part, 0)
  return parts.map((part, index) => (index === 0 ? part + left : part))
}

/** Returns the rows of one day: its views by country, and its likes and saves. */
function dayOfVideo(videoId: number, day: number, all: number, likes: number): Watched[] {
  const ofDay = { videoId, day }
  const names = Object.keys(countries)
  const divided = divide(
    all,
    Object.entries(countries).map(([country, share]) => share * (0.6 + 0.8 * noise(videoId, day, country))),
  )
  const rows = divided.map((views, index): Watched => {
    const country = names[index] ?? ''
    return {
      ...ofDay,
      country,
      views,
      likes: 0,
      saves: 0,
      memberViews: Math.round(views * 0.2),
      searchViews: Math.round(views * 0.15),
      embedViews: Math.round(views * 0.06),
      linkViews: Math.round(views * 0.1),
    }
  })
  const none = { views: 0, memberViews: 0, searchViews: 0, embedViews: 0, linkViews: 0 }
  rows.push({ ...ofDay, ...none, country: '', likes, saves: Math.round(likes / 4) })
  return rows.filter((row) => (row.views ?? 0) + (row.likes ?? 0) > 0)
}

/** Share of the viewers that a video loses by its end: most see the beginning, and about a third the end. */
const loss = sql`(0.5 + (video_id % 5) * 0.06)`

const curveParts = Array.from({ length: curveBins }, (_, part) => partName(part))

function curve() {
  return Object.fromEntries(
    curveParts.map((name, part) => {
      const share = sql`(1 - ${loss} * ${part / (curveBins - 1)})`
      return [name, sql`cast(sum(views) * ${share} as integer)`]
    }),
  )
}
