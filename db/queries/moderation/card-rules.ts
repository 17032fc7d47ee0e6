import { and, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { allOf, type Condition, condition } from '../../conditions'
import { settings, users, videos } from '../../schema'
import { insertMails, leavesOf, whereMailWanted } from '../shared/mail'
import { waitingSince, whereOpen, whereUnseen } from '../videos/publishing/review'

// The requirement of card networks for the site as a whole: nothing is open to others unless a person has
// looked at it.

/** Holds for videos that are open to others without a person having looked at them. */
const whereUnreviewedForCards = allOf(whereOpen, whereUnseen({ trustCounts: false }))

/** Counts these videos among those not looked through yet. */
export function countUnreviewed(db: Db, checked = 0) {
  return db
    .select({ unreviewed: sql<number>`count(*)`.as('unreviewed') })
    .from(videos)
    .where(and(gt(videos.id, checked), whereUnreviewedForCards))
}

/** Holds while there are no more of these videos than the person was told. */
export function whereUnreviewedAtMost(told: number): Condition {
  return condition(sql`(select count(*) from ${videos} where ${whereUnreviewedForCards}) <= ${told}`)
}

export function countTrusted(db: Db) {
  return db
    .select({ trusted: sql<number>`count(*)`.as('trusted') })
    .from(users)
    .where(isNotNull(users.trustedAt))
}

/** Returns how far the videos were looked through, and the highest video ID, while cards wait for that. */
export function lookThroughState(db: Db) {
  return db
    .select({
      since: settings.cardRulesSince,
      checked: settings.cardsCheckedId,
      last: sql<number>`coalesce((select max(id) from videos), 0)`.as('last_id'),
    })
    .from(settings)
    .where(
      and(eq(settings.id, 1), isNotNull(settings.cardRulesSince), eq(settings.cardPaymentsEnabled, false)),
    )
}

/** Returns these videos within a range of IDs, lowest first. */
export function unreviewedIn(db: Db, { after, until }: { after: number; until: number }, atMost: number) {
  return db
    .select({ id: videos.id })
    .from(videos)
    .where(and(gt(videos.id, after), lte(videos.id, until), whereUnreviewedForCards))
    .orderBy(videos.id)
    .limit(atMost)
}

/**
 * Returns, in SQL, those of the videos that the rules in force since that time still require to be sent to
 * review.
 */
export function awaitingReview(videoIds: readonly number[], since: number): SQL {
  return sql`select ${videos.id} from ${videos}
    where ${videos.id} in (select value from json_each(${JSON.stringify(videoIds)}))
      and ${whereUnreviewedForCards} and ${whereRulesSince(since)}`
}

function whereRulesSince(since: number): Condition {
  return condition(sql`exists (select 1 from settings where card_rules_since = ${since})`)
}

/** Queues an email to each uploader of these videos who has had none since the rules came into force. */
export function mailUploaders(
  db: Db,
  awaiting: SQL,
  { subject, body, event }: { subject: string; body: (name: SQL) => SQL; event: string },
  now: number,
) {
  return insertMails(
    db,
    {
      dedupeKey: sql`${`${event}:`} || u.id`,
      recipient: sql`u.email`,
      subject,
      body: body(sql`u.username`),
      userId: sql`u.id`,
      leaves: leavesOf('review', sql`u.id`),
    },
    now,
    sql`from users u where u.id in (select user_id from videos where id in (${awaiting}))
      and ${whereMailWanted('u', 'review')}`,
  )
}

/** Sends the videos to review; in the batch after their URLs are revoked. */
export function sendAllToReview(db: Db, awaiting: SQL, now: number) {
  return db
    .update(videos)
    .set({ ...waitingSince(now), revision: sql`${videos.revision} + 1` })
    .where(sql`${videos.id} in (${awaiting})`)
}

/** Records how far the videos were looked through; 0 starts again. */
export function noteLookedThrough(db: Db, checked: number, since: number) {
  return db
    .update(settings)
    .set({ cardsCheckedId: checked })
    .where(and(eq(settings.id, 1), eq(settings.cardRulesSince, since)))
}

/**
 * Starts looking through all videos again, and offers no cards until that is done, if one of the account's
 * videos is open that no person has looked at; in the batch after the account's role was taken.
 */
export function lookThroughAgain(db: Db, userId: number, now: number) {
  return db
    .update(settings)
    .set({
      cardPaymentsEnabled: false,
      cardsCheckedId: 0,
      updatedAt: sql`max(${now}, ${settings.updatedAt} + 1)`,
    })
    .where(
      and(
        eq(settings.id, 1),
        isNotNull(settings.cardRulesSince),
        sql`exists (select 1 from ${videos} where ${videos.userId} = ${userId} and ${whereUnreviewedForCards})`,
      ),
    )
    .returning({ id: settings.id })
}

/** Offers cards, once all videos were looked through and none was missed. */
export function openCards(db: Db, since: number, now: number) {
  return db
    .update(settings)
    .set({ cardPaymentsEnabled: true, updatedAt: sql`max(${now}, ${settings.updatedAt} + 1)` })
    .where(
      and(
        eq(settings.id, 1),
        eq(settings.cardRulesSince, since),
        eq(settings.cardPaymentsEnabled, false),
        sql`not exists (select 1 from ${videos} where ${whereUnreviewedForCards})`,
      ),
    )
    .returning({ id: settings.id })
}
