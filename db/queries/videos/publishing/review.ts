import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { SortOrder } from '#contract/schemas/shared/lists'
import type { Review } from '#contract/values/videos/video'
import type { Db } from '#db/client'
import { allOf, type Condition, condition, never } from '#db/conditions'
import { auditLog, users, videos, whereReviewable } from '#db/schema'
import { indexedBy } from '../../shared/index-hints'
import { whereSettingOn } from '../../shared/settings'
import { adminColumns } from '../for-staff'
import type { VideoChange } from '../video'
import { whereFilesApproved } from './approved-texts'

/** The last row of the page before. `since` is 0 for a video without a date. */
export interface QueueCursor {
  since: number
  id: number
}

/**
 * Returns videos that await approval and can be played, by the time from which they wait. Videos that are
 * unread, unreadable or held for another reason aren't for reviewers to decide on. Those queued by an older
 * version have no date, and count as the oldest.
 */
export function pendingVideos(db: Db, limit: number, order: SortOrder, after?: QueueCursor) {
  const by = order === 'asc' ? asc : desc
  if (!after) return pendingRows(db).orderBy(by(videos.waitingSince), by(videos.id)).limit(limit)
  const [further, undated] = order === 'asc' ? [gt, never] : [lt, isNull(videos.waitingSince)]
  const equal = and(sql`${videos.waitingSince} is nullif(${after.since}, 0)`, further(videos.id, after.id))
  const later = further(videos.waitingSince, after.since)
  // Index ranges, merged while reading: see publicVideos.
  return unionAll(
    pendingRows(db, equal),
    pendingRows(db, later),
    pendingRows(db, and(undated, sql`${after.since} <> 0`)),
  )
    .orderBy(sql.raw(`"videos"."waiting_since" ${order}`), sql.raw(`"videos"."id" ${order}`))
    .limit(limit)
}

function pendingRows(db: Db, range?: SQL) {
  return db
    .select(adminColumns)
    .from(indexedBy(videos, 'videos_waiting'))
    .innerJoin(users, eq(users.id, videos.userId))
    .where(and(whereReviewable, range))
}

interface Reviewed {
  id: number
  revision: number
  review: Review
}

/** Holds while a video is as the reviewer saw it. Guards every statement of the decision. */
export function whereUndecided({ id, revision, review }: Reviewed): Condition {
  return condition(sql`exists (select 1 from videos v where v.id = ${id} and v.revision = ${revision}
    and v.review = ${review} and v.status = 'ready' and v.hold is null)`)
}

/** Holds while a rejected video is unchanged; for its owner, who may resubmit a video that isn't ready. */
export function whereRejected({ id, revision }: Omit<Reviewed, 'review'>): Condition {
  return condition(sql`exists (select 1 from videos v where v.id = ${id} and v.revision = ${revision}
    and v.review = 'rejected' and v.hold is null)`)
}

/** The visibility before the rejection, or the one that its owner has set since. */
const publicAgain = sql`coalesce(${videos.publicBefore}, ${videos.isPublic})`

/** Returns the columns of a video that starts waiting for review. */
export function waitingSince(now: number) {
  return { review: 'pending', waitingSince: now } as const
}

/**
 * The only definition of "the card rules hold", in SQL, so that no statement decides by an earlier state of
 * the rules.
 */
export const whereCardRules = condition(
  sql.raw('exists (select 1 from settings where card_rules_since is not null)'),
)

/** Holds for an account `u` whose trust counts, as worker/policy/review.ts decides. */
function whereTrusted({ trustCounts }: ReviewRule): Condition {
  if (!trustCounts) return never
  return condition(sql`(u.trusted_at is not null and not ${whereCardRules})`)
}

/**
 * Holds for an approved video with files that no person has looked at. Files of administrators need no
 * review, nor do those of trusted uploaders if trust counts.
 */
export function whereUnseen(rule: ReviewRule): Condition {
  return condition(sql`("videos"."review" = 'approved' and not ${whereFilesApproved}
    and not exists (select 1 from users u
      where u.id = "videos"."user_id" and (u.is_admin = 1 or ${whereTrusted(rule)})))`)
}

/**
 * Holds for videos that have to be reviewed before they open: on a site with approval, or under the card
 * rules, no matter who opens them.
 */
function whereUnreviewed(rule: ReviewRule): Condition {
  const site = rule.byStaff ? whereCardRules : whereSettingOn('requireContentApproval')
  return allOf(whereUnseen(rule), site)
}

/** The rule for reviews, as decided by worker/policy/review.ts. */
export interface ReviewRule {
  trustCounts: boolean
  /** Whether staff open the video: they may do so without a review unless the card rules hold. */
  byStaff?: boolean
}

/**
 * Holds while the earlier decision whether an account's new files are reviewed is still right: the settings
 * may have changed since.
 */
export function whereReviewStill(userId: number, rule: ReviewRule, isReviewed: boolean): Condition {
  const reviewed = sql`(${whereSettingOn('requireContentApproval')}
    and exists (select 1 from users u where u.id = ${userId} and not ${whereTrusted(rule)}))`
  return condition(isReviewed ? reviewed : sql`not ${reviewed}`)
}

/**
 * Holds for videos that others can see, now, at a scheduled time or once a hold ends. Unlisted videos are
 * included.
 */
export const whereOpen = condition(
  sql`("videos"."is_public" = 1 or "videos"."unlisted_key" is not null or "videos"."publish_at" is not null)`,
)

/**
 * Returns the columns that send a video to review when it opens to others, if it was uploaded while nothing
 * was reviewed.
 */
export function reviewedFirst(now: number, rule: ReviewRule) {
  const unreviewed = whereUnreviewed(rule)
  return {
    review: sql<Review>`case when ${unreviewed} then 'pending' else review end`,
    waitingSince: sql`case when ${unreviewed} then ${now} else waiting_since end`,
  }
}

/** Columns of a new video on a site without approval. */
export const approvedAtOnce = { review: 'approved', waitingSince: null } as const

/**
 * Returns the columns of a video that needs another review. A waiting video keeps its place; a rejected one
 * loses its reason, which was about its earlier state.
 */
export function sendToReview({ review }: { review: Review }, now: number): VideoChange {
  if (review === 'pending') return {}
  return { ...waitingSince(now), ...(review === 'rejected' && { reason: null }) }
}

/**
 * Every decision raises the revision, so that another decision on the earlier state is refused. An approval
 * revokes nothing, since the URLs signed for staff and owner open the same files.
 */
const decided = { waitingSince: null, revision: sql`${videos.revision} + 1` }

/**
 * Raises the revision of a video that isn't approved, so that a decision on it has to be about its present
 * state, such as changed captions.
 */
export function raiseRevisionUnreviewed(db: Db, id: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ revision: sql`${videos.revision} + 1` })
    .where(and(eq(videos.id, id), ne(videos.review, 'approved'), onlyIf))
}

export function approveVideoRow(db: Db, id: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({
      ...decided,
      review: 'approved',
      reason: null,
      isPublic: publicAgain,
      publicBefore: null,
      changedSince: null,
    })
    .where(and(eq(videos.id, id), onlyIf))
    .returning({ id: videos.id })
}

export function rejectVideoRow(db: Db, id: number, reason: string, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ ...decided, review: 'rejected', reason, isPublic: false, publicBefore: publicAgain })
    .where(and(eq(videos.id, id), onlyIf))
    .returning({ id: videos.id })
}

/** Puts the video back into the queue; its visibility still awaits an approval. */
export function resubmitVideoRow(db: Db, id: number, now: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ ...decided, ...sendToReview({ review: 'rejected' }, now) })
    .where(and(eq(videos.id, id), onlyIf))
    .returning({ id: videos.id })
}

/** Sends a video that is shown as approved back to review. */
export function recallVideoRow(db: Db, id: number, now: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ ...decided, ...waitingSince(now) })
    .where(and(eq(videos.id, id), onlyIf))
    .returning({ id: videos.id })
}

const reviewActions = ['video.approve', 'video.reject'] as const

/** Returns the last decision about a video, and the name of the person who made it. */
export function lastDecision(db: Db, videoId: number) {
  return db
    .select({ action: auditLog.action, username: users.username })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subject, 'video'),
        eq(auditLog.subjectId, String(videoId)),
        inArray(auditLog.action, [...reviewActions]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
}
