import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { insertFrom } from '#db/insert-from'
import { feedItems, follows, ownerCounts, profiles, users, videos, wherePublic } from '#db/schema'
import { expressions, indexedBy } from '../../shared/index-hints'
import { wherePageShown } from '../profiles'

/** A follower, the account that they follow, and the time. */
export interface Follow {
  followerId: number
  userId: number
  now: number
}

/**
 * Follows an uploader who has a page, if the account follows fewer than `atMost`, and adds the uploader's
 * newest public videos to its feed. One batch, safe to repeat.
 */
export function insertFollow(db: Db, { followerId, userId, now }: Follow, atMost: number, newest: number) {
  const count = sql`(select count(*) from follows mine where mine.follower_id = ${followerId})`
  return [
    insertFrom(
      db,
      follows,
      { followerId, userId: users.id, followedAt: now },
      sql`from ${users} join ${ownerCounts} on ${ownerCounts.userId} = ${users.id}
        where ${users.id} = ${userId} and ${users.id} <> ${followerId}
          and ${wherePageShown('users', now)} and ${count} < ${atMost}`,
    ).onConflictDoNothing(),
    insertFrom(
      db,
      feedItems,
      { userId: followerId, createdAt: sql`v.created_at`, videoId: sql`v.id`, uploaderId: userId },
      sql`from (select id, created_at from ${indexedBy(videos, 'videos_public_owner_new')}
          where user_id = ${userId} and ${wherePublic} order by created_at desc, id desc limit ${newest}) v
        where exists (select 1 from follows f where f.follower_id = ${followerId} and f.user_id = ${userId})`,
    ).onConflictDoNothing(),
  ] as const
}

/** Unfollows an uploader, and deletes their videos from the account's feed. One batch. */
export function deleteFollow(db: Db, followerId: number, userId: number) {
  return [
    db.delete(follows).where(and(eq(follows.followerId, followerId), eq(follows.userId, userId))),
    db.delete(feedItems).where(
      sql`(${feedItems.userId}, ${feedItems.createdAt}, ${feedItems.videoId}) in (
          select user_id, created_at, video_id from ${indexedBy(feedItems, 'feed_items_uploader')}
          where user_id = ${followerId} and uploader_id = ${userId})`,
    ),
  ] as const
}

/** Returns a row if the account follows the uploader. */
export function followOf(db: Db, followerId: number, userId: number) {
  return db
    .select({ followedAt: follows.followedAt })
    .from(follows)
    .where(and(eq(follows.followerId, followerId), eq(follows.userId, userId)))
}

export function followersOf(db: Db, userId: number) {
  return db
    .select({ followers: ownerCounts.followers })
    .from(ownerCounts)
    .where(eq(ownerCounts.userId, userId))
}

const page = expressions({
  id: users.id,
  username: users.username,
  followers: ownerCounts.followers,
  avatarKey: profiles.avatarKey,
  avatarType: profiles.avatarType,
  avatarBytes: profiles.avatarBytes,
  followedAt: follows.followedAt,
})

/** Returns the uploaders whom the account follows, the latest first. */
export function followedPage(
  db: Db,
  { followerId, now }: Pick<Follow, 'followerId' | 'now'>,
  atMost: number,
  after?: { followedAt: number; id: number },
) {
  const { followedAt, userId } = expressions({ followedAt: follows.followedAt, userId: follows.userId })
  return db
    .select({ ...page, hasPage: sql<number>`${wherePageShown('users', now)}`.as('has_page') })
    .from(indexedBy(follows, 'follows_recent'))
    .innerJoin(users, eq(users.id, follows.userId))
    .leftJoin(ownerCounts, eq(ownerCounts.userId, users.id))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(
      and(
        eq(follows.followerId, followerId),
        after && sql`(${followedAt}, ${userId}) < (${after.followedAt}, ${after.id})`,
      ),
    )
    .orderBy(desc(followedAt), desc(userId))
    .limit(atMost)
}

export type FollowedRow = Awaited<ReturnType<typeof followedPage>>[number]
