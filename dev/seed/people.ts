import { crc32 } from 'node:zlib'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { day, hour, minute } from '#contract/values/shared/time'
import { followsMax } from '#contract/values/videos/profiles'
import { insertFollow } from '#db/queries/videos/library/follows'
import {
  announcements,
  feedItems,
  follows,
  mediaObjects,
  notices,
  profiles,
  videos,
  wherePublic,
} from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { audience, idsOf } from './audience'
import { type AvatarDrawing, drawAvatar } from './draw-avatar'
import { noise } from './noise'
import { storeObject } from './store-object'

interface Person {
  about: string
  avatar: AvatarDrawing
  /** Share of the audience that follows them. */
  popularity: number
  follows: readonly string[]
}

/** The uploaders among the demo's accounts. */
const people: Record<string, Person> = {
  creator: {
    about:
      'Slow light, long evenings, and whatever mathematics looks like after midnight.\n\nNew films most weeks. The long ones are for members; everything else is free.',
    avatar: { colours: ['#fff1c9', '#ffb86b', '#f85e85', '#7a2f6b', '#2b1433', '#160a1c'], petals: 6 },
    popularity: 0.9,
    follows: ['viewer'],
  },
  member: {
    about: 'Sound made visible: interference, standing waves and the occasional mistake that I kept.',
    avatar: { colours: ['#e3fff6', '#5fd6c0', '#1f7f8c', '#123c55', '#0b1b2b'], petals: 0 },
    popularity: 0.45,
    follows: ['creator'],
  },
  viewer: {
    about: 'I mostly watch. Now and then something comes of it.',
    avatar: { colours: ['#f4e9ff', '#b79bff', '#6f4bd8', '#33206b', '#140c2e'], petals: 9 },
    popularity: 0.2,
    follows: ['creator', 'member'],
  },
}

/** Gives the demo's uploaders a picture and a few words, and has its accounts follow them. */
export async function addPeople(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  const ids = await idsOf(ctx, [...Object.keys(people), ...audience])
  for (const [name, { about, avatar, popularity, follows: followed }] of Object.entries(people)) {
    const userId = idOf(ids, name)
    await addProfile(ctx, userId, about, drawAvatar(avatar))
    for (const other of followed) {
      await db.batch(
        insertFollow(db, { followerId: userId, userId: idOf(ids, other), now: now - day }, followsMax, 24),
      )
    }
    const followers = audience.filter((each) => noise('follows', each, name) < popularity)
    await db
      .insert(follows)
      .values(followers.map((each) => ({ followerId: idOf(ids, each), userId, followedAt: now - day })))
      .onConflictDoNothing()
  }
  await addNews(ctx, idOf(ids, 'viewer'), idOf(ids, 'creator'))
  // The rest of the catalogue is there already: it's no news.
  await db.update(announcements).set({ isDone: true })
}

/** Tells the viewer of the newest videos in the feed, and the uploader that one was approved. */
async function addNews({ db, now }: ServiceContext, viewer: number, uploader: number): Promise<void> {
  const newest = db
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.userId, uploader), wherePublic))
    .orderBy(desc(videos.createdAt))
    .limit(3)
  const [latest] = await newest
  if (!latest) return
  const about = { kind: 'review', outcome: 'approved', videoId: latest.id, at: now - 2 * hour } as const
  await db.batch([
    db
      .update(feedItems)
      .set({ toldAt: sql`min(${feedItems.createdAt} + ${minute}, ${now})` })
      .where(and(eq(feedItems.userId, viewer), inArray(feedItems.videoId, newest))),
    db
      .delete(notices)
      .where(and(eq(notices.userId, uploader), eq(notices.videoId, latest.id), eq(notices.kind, 'review'))),
    db.insert(notices).values({ userId: uploader, ...about }),
  ])
}

async function addProfile(
  ctx: ServiceContext,
  userId: number,
  about: string,
  picture: Uint8Array,
): Promise<void> {
  const { db, now } = ctx
  const there = await db.select().from(profiles).where(eq(profiles.userId, userId))
  if (there.length > 0) return
  const { key, statement } = await storeObject(ctx, userId, 'avatar', 'image/png', picture)
  await db.batch([
    statement,
    db
      .update(mediaObjects)
      .set({ crc32: crc32(picture) })
      .where(eq(mediaObjects.key, key)),
    db.insert(profiles).values({
      userId,
      about,
      updatedAt: now,
      avatarKey: key,
      avatarType: 'png',
      avatarBytes: picture.length,
    }),
  ])
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`There is no account ${name}`)
  return id
}
