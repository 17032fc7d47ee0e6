import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { NoticeKind, NoticeOutcome } from '#contract/values/shared/notices'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { feedItems, notices, users, wherePublic } from '../../schema'
import { whereBanned, whereLeaving } from '../shared/account-standing'

// An account's notifications: its rows of `notices`, and the videos in its feed that it was told about.

/** The table that a row is from. Of two rows with the same time and ID, the notice comes first. */
export type NoticeSource = 'notice' | 'video'

/** The last row of the page before. */
export interface NoticeCursor {
  at: number
  source: NoticeSource
  /** ID of the notice or, for a new video, of the video. */
  id: number
}

/** An account's notifications, of some kinds. */
export interface NoticesOf {
  userId: number
  kinds: readonly NoticeKind[]
  now: number
}

/** Holds for videos whose titles the account may read. */
function whereTitleKnown(userId: number): Condition {
  return condition(sql`(videos.user_id = ${userId} or (${wherePublic}))`)
}

/** Holds for a notification of this kind, unless it is about a comment and its video shows none. */
function whereCommentsOpen(kind: SQL): Condition {
  return condition(sql`(${kind} not in ('comment', 'reply') or videos.allow_comments = 1)`)
}

/** Holds for the account with this alias unless its comments are hidden. */
function whereHeard(alias: string, now: number): Condition {
  return condition(sql`(not ${whereBanned(alias, now)} and not ${whereLeaving(alias)})`)
}

function amongKinds(kinds: readonly NoticeKind[]): SQL {
  return sql`${kinds.length > 0 ? [...kinds] : ['']}`
}

/**
 * Returns, in SQL, the keys of the next rows of both tables, latest first. Both are read along an index in
 * this order, so that SQLite merges them without sorting and reads no further than the page.
 */
function nextKeys({ userId, kinds }: NoticesOf, atMost: number, after?: NoticeCursor): SQL {
  const own = sql`select at, id, 'notice' as source, null as read_at from notices indexed by notices_user
    where user_id = ${userId} and kind in ${amongKinds(kinds)} and ${beyond(sql`at, id`, after, 'notice')}`
  const told = sql`select told_at, video_id, 'video', read_at from feed_items indexed by feed_items_told
    where user_id = ${userId} and told_at is not null and ${beyond(sql`told_at, video_id`, after, 'video')}`
  const both = kinds.includes('video') ? sql`${own} union all ${told}` : own
  return sql`(${both} order by 1 desc, 2 desc limit ${atMost})`
}

function beyond(columns: SQL, after: NoticeCursor | undefined, source: NoticeSource): SQL {
  if (!after) return sql`true`
  const orSame = source === 'video' && after.source === 'notice' ? sql`<=` : sql`<`
  return sql`(${columns}) ${orSame} (${after.at}, ${after.id})`
}

/**
 * Returns the next notifications, in no particular order: sorting them again would count as reading. `title`
 * is null unless the account may know it: the video is public, or its own. `username` is null if that
 * account's comments are hidden.
 */
export function noticesPage(db: Db, of: NoticesOf, atMost: number, after?: NoticeCursor) {
  return db
    .select({
      source: sql<NoticeSource>`k.source`.as('source'),
      id: sql<number>`k.id`.as('id'),
      at: sql<number>`k.at`.as('at'),
      readAt: sql<number | null>`coalesce(k.read_at, n.read_at)`.as('read_at'),
      kind: sql<NoticeKind>`coalesce(n.kind, 'video')`.as('kind'),
      outcome: sql<NoticeOutcome | null>`n.outcome`.as('outcome'),
      ref: sql<string | null>`n.ref`.as('ref'),
      count: sql<number>`coalesce(n.count, 1)`.as('count'),
      commentId: sql<number | null>`n.comment_id`.as('comment_id'),
      videoId: sql<number | null>`videos.id`.as('video_id'),
      title: sql<string | null>`videos.title`.as('title'),
      username: sql<string | null>`u.username`.as('username'),
    })
    .from(
      sql`${nextKeys(of, atMost, after)} k
        left join notices n on k.source = 'notice' and n.id = k.id
        left join videos on videos.id = case k.source when 'video' then k.id else n.video_id end
          and ${whereTitleKnown(of.userId)} and ${whereCommentsOpen(sql`coalesce(n.kind, 'video')`)}
        left join users u on u.id = case k.source when 'video' then videos.user_id else n.actor_id end
          and ${whereHeard('u', of.now)}`,
    )
}

export type NoticeRow = Awaited<ReturnType<typeof noticesPage>>[number]

/** The notifications of an account on one channel. */
export interface Told {
  userId: number
  /** Only notifications after this time. */
  since: number | SQL
  kinds: readonly NoticeKind[]
  /** A further condition on a kind. */
  whereKind?(kind: SQL): SQL
  /** Leaves out what was emailed at once. */
  unmailed?: boolean
  now: number
}

/**
 * Returns the notifications shown on the site. The account's own row says which it has read and muted, so
 * that no separate query is needed.
 */
function toldOnSite(of: NoticesOf): Told {
  const own = (column: SQL) => sql`(select ${column} from users where id = ${of.userId})`
  return {
    ...of,
    since: own(sql`notices_read_at`),
    // As text, since each row of json_each would count as read.
    whereKind: (kind) => sql`instr(${own(sql`muted_notices`)}, '"' || ${kind} || '"') = 0`,
  }
}

/**
 * Returns, in SQL, the kinds of the latest rows in both tables that an account hasn't read. Leaves out hidden
 * comments, and notifications other than decisions about a video that the account may not know of.
 */
function unreadKinds(
  { userId, since, kinds, whereKind = () => sql`true`, unmailed = false, now }: Told,
  lookedAt: number,
): SQL {
  const own = sql`select n.kind from (select kind, video_id, actor_id from notices indexed by notices_user
      where user_id = ${userId} and at > ${since} and read_at is null and kind in ${amongKinds(kinds)}
      and ${whereKind(sql`kind`)}${unmailed ? sql` and mailed = 0` : sql``} order by at desc, id desc limit ${lookedAt}) n
    left join videos on videos.id = n.video_id
    where n.kind not in ('comment', 'reply') or (videos.allow_comments = 1 and ${whereTitleKnown(userId)}
      and exists (select 1 from users actor where actor.id = n.actor_id and ${whereHeard('actor', now)}))`
  if (!kinds.includes('video')) return own
  return sql`${own} union all
    select 'video' from (select video_id from feed_items indexed by feed_items_told
      where user_id = ${userId} and told_at > ${since} and read_at is null and ${whereKind(sql`'video'`)}
      order by told_at desc, video_id desc limit ${lookedAt}) f
    join videos on videos.id = f.video_id and ${wherePublic}`
}

/** Counts an account's unread notifications on the site, up to a number. */
export function countUnread(db: Db, of: NoticesOf, lookedAt: number, atMost: number) {
  return db
    .select({ unread: sql<number>`count(*)`.as('unread') })
    .from(sql`(select 1 from (${unreadKinds(toldOnSite(of), lookedAt)}) limit ${atMost})`)
}

/** Counts an account's unread notifications by kind, among its latest. */
export function countUnreadByKind(db: Db, told: Told, lookedAt: number) {
  return db
    .select({ kind: sql<NoticeKind>`kind`.as('kind'), count: sql<number>`count(*)`.as('count') })
    .from(sql`(${unreadKinds(told, lookedAt)})`)
    .groupBy(sql`kind`)
}

/** Marks single notifications of this account as read. One batch. */
export function markRead(db: Db, userId: number, ids: Record<NoticeSource, number[]>, now: number) {
  return [
    db
      .update(notices)
      .set({ readAt: now })
      .where(
        and(inArray(notices.id, ids.notice), eq(notices.userId, userId), sql`${notices.readAt} is null`),
      ),
    db
      .update(feedItems)
      .set({ readAt: now })
      .where(
        sql`(${feedItems.userId}, ${feedItems.createdAt}, ${feedItems.videoId}) in (
          select user_id, created_at, video_id from feed_items indexed by feed_items_video
          where video_id in (select value from json_each(${JSON.stringify(ids.video)}))
            and user_id = ${userId} and read_at is null)`,
      ),
  ] as const
}

/** Marks all notifications up to a time as read; never marks any as unread again. */
export function markAllRead(db: Db, userId: number, upTo: number) {
  return db
    .update(users)
    .set({ noticesReadAt: sql`max(${users.noticesReadAt}, ${upTo})` })
    .where(and(eq(users.id, userId), sql`${users.noticesReadAt} < ${upTo}`))
}

/** Holds for accounts that get the daily email: with a confirmed address, and neither banned nor leaving. */
function whereDigested(now: number): Condition {
  return condition(sql`(digest_kinds <> '[]' and email_verified_at is not null
    and not ${whereBanned('users', now)} and not ${whereLeaving('users')})`)
}

/** Returns accounts whose last daily email was sent before a time, the earliest first. */
export function dueForDigest(db: Db, before: number, atMost: number) {
  return db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      digestKinds: users.digestKinds,
      mutedNotices: users.mutedNotices,
      digestedAt: users.digestedAt,
      noticesReadAt: users.noticesReadAt,
    })
    .from(users)
    .where(sql`digest_kinds <> '[]' and ${users.digestedAt} <= ${before}`)
    .orderBy(users.digestedAt, users.id)
    .limit(atMost)
}

/** Holds while an account is due for the email that covers the time since `digestedAt`, and may get it. */
export function whereDigestDue(userId: number, digestedAt: number, now: number): Condition {
  return condition(sql`exists (select 1 from users where id = ${userId} and digested_at = ${digestedAt}
    and ${whereDigested(now)})`)
}

export function moveDigestOn(db: Db, userId: number, digestedAt: number, now: number) {
  return db
    .update(users)
    .set({ digestedAt: now })
    .where(and(eq(users.id, userId), eq(users.digestedAt, digestedAt)))
}

/** Turns the daily email off. */
export function leaveDigest(db: Db, userId: number) {
  return db.update(users).set({ digestKinds: [] }).where(eq(users.id, userId))
}
