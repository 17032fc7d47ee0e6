import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { mailOutbox, newsletterIssues, newsletterSubscribers, users } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'

/** Prefix of the key of every newsletter email; issue and subscriber follow. */
export const newsKeyStart = 'news:'
/** Prefix of the key of every email that asks to confirm a subscription; a hash of its link follows. */
export const askingKeyStart = 'newsletter:'

const whereOfNews = condition(
  sql.raw(`(dedupe_key like '${newsKeyStart}%' or dedupe_key like '${askingKeyStart}%')`),
)

interface Request {
  email: string
  emailCanonical: string
  confirmHash: string
}

/**
 * Records an unconfirmed subscription; if requested again, the newer link counts. Confirmed subscribers stay
 * as they are.
 */
export function requestNews(db: Db, request: Request, now: number) {
  return db
    .insert(newsletterSubscribers)
    .values({ ...request, requestedAt: now })
    .onConflictDoUpdate({
      target: newsletterSubscribers.emailCanonical,
      set: { ...request, requestedAt: now },
      setWhere: isNull(newsletterSubscribers.confirmedAt),
    })
}

/** Holds while this link confirms a subscription. */
export function whereAwaitingConfirmation(confirmHash: string): Condition {
  return condition(sql`exists (select 1 from newsletter_subscribers where confirm_hash = ${confirmHash})`)
}

export function confirmNews(db: Db, confirmHash: string, now: number, requestedAfter: number) {
  return db
    .update(newsletterSubscribers)
    .set({ confirmedAt: now, confirmHash: null })
    .where(
      and(
        eq(newsletterSubscribers.confirmHash, confirmHash),
        isNull(newsletterSubscribers.confirmedAt),
        gt(newsletterSubscribers.requestedAt, requestedAfter),
      ),
    )
    .returning({ id: newsletterSubscribers.id })
}

/** Deletes a subscriber and their unsent newsletter emails. */
export function leaveNews(db: Db, id: number) {
  const address = sql`(select email from newsletter_subscribers where id = ${id})`
  return [
    db.delete(mailOutbox).where(and(eq(mailOutbox.recipient, address), whereOfNews)),
    db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id)),
  ] as const
}

/**
 * Moves the account's subscription to its requested address; if that address is subscribed already, deletes
 * the old subscription. Runs before the address changes, in the same batch.
 */
export function moveNews(db: Db, userId: number, onlyIf: Condition) {
  const wanted = (column: 'email' | 'email_canonical') =>
    sql`(select c.${sql.raw(column)} from email_changes c where c.user_id = ${userId})`
  const own = sql`${newsletterSubscribers.emailCanonical} = (select u.email_canonical from users u where u.id = ${userId}) and ${onlyIf}`
  return [
    db
      .update(newsletterSubscribers)
      .set({ email: wanted('email'), emailCanonical: wanted('email_canonical') })
      .where(
        sql`${own} and confirmed_at is not null and not exists (select 1 from newsletter_subscribers other
          where other.email_canonical = ${wanted('email_canonical')})`,
      ),
    db.delete(newsletterSubscribers).where(own),
  ] as const
}

/** Deletes emails to unconfirmed subscribers; runs before the subscribers are deleted. */
export function deleteMailsOfUnconfirmed(db: Db, before: number, atMost: number) {
  // A cross join, or SQLite might start with the outbox.
  const late = sql`(select m.id from newsletter_subscribers s cross join mail_outbox m on m.recipient = s.email
    where s.confirmed_at is null and s.requested_at < ${before} and ${whereOfNews} limit ${atMost})`
  return db.delete(mailOutbox).where(sql`${mailOutbox.id} in ${late}`)
}

/** Deletes unconfirmed subscribers. */
export function deleteUnconfirmed(db: Db, before: number, atMost: number) {
  const late = db
    .select({ id: newsletterSubscribers.id })
    .from(newsletterSubscribers)
    .where(and(sql`confirmed_at is null`, lt(newsletterSubscribers.requestedAt, before)))
    .limit(atMost)
  return db.delete(newsletterSubscribers).where(inArray(newsletterSubscribers.id, late))
}

interface Issue {
  subject: string
  body: string
  createdBy: number
}

/** Holds while no issue is being sent, and the last one wasn't identical. */
export function wherePublishable({ subject, body }: Issue): Condition {
  return condition(sql`not exists (select 1 from newsletter_issues where finished_at is null)
    and not exists (select 1 from newsletter_issues where id = (select max(id) from newsletter_issues)
      and subject = ${subject} and body = ${body})`)
}

export function publishNews(db: Db, issue: Issue, now: number, onlyIf: Condition) {
  return insertFrom(db, newsletterIssues, { ...issue, createdAt: now }, sql`where ${onlyIf}`).returning({
    id: newsletterIssues.id,
  })
}

/** Columns of an issue; its author's name comes from a join. */
const columns = {
  id: newsletterIssues.id,
  subject: newsletterIssues.subject,
  createdAt: newsletterIssues.createdAt,
  createdBy: users.username,
  queued: newsletterIssues.queuedCount,
  finishedAt: newsletterIssues.finishedAt,
}

export function issuesPage(db: Db, atMost: number, before?: number) {
  return db
    .select(columns)
    .from(newsletterIssues)
    .innerJoin(users, eq(users.id, newsletterIssues.createdBy))
    .where(before === undefined ? undefined : lt(newsletterIssues.id, before))
    .orderBy(desc(newsletterIssues.id))
    .limit(atMost)
}

export type IssueRow = Awaited<ReturnType<typeof issuesPage>>[number]

export function issueById(db: Db, id: number) {
  return db
    .select(columns)
    .from(newsletterIssues)
    .innerJoin(users, eq(users.id, newsletterIssues.createdBy))
    .where(eq(newsletterIssues.id, id))
}

/** Returns the newest issue, if it has this subject and body. */
export function issueOf(db: Db, { subject, body }: Pick<Issue, 'subject' | 'body'>) {
  return db
    .select(columns)
    .from(newsletterIssues)
    .innerJoin(users, eq(users.id, newsletterIssues.createdBy))
    .where(
      sql`${newsletterIssues.id} = (select max(id) from newsletter_issues)
        and ${newsletterIssues.subject} = ${subject} and ${newsletterIssues.body} = ${body}`,
    )
}

const openColumns = expressions({
  id: newsletterIssues.id,
  subject: newsletterIssues.subject,
  body: newsletterIssues.body,
  createdAt: newsletterIssues.createdAt,
  reached: newsletterIssues.reached,
})

/** Returns the issue being sent. */
export function openIssue(db: Db) {
  return db
    .select(openColumns)
    .from(indexedBy(newsletterIssues, 'newsletter_issues_open'))
    .where(sql`finished_at is null`)
    .orderBy(asc(newsletterIssues.id))
    .limit(1)
}

/**
 * Returns the next confirmed subscribers after the last one reached, among those who had confirmed when the
 * issue was written.
 */
export function nextSubscribers(
  db: Db,
  { reached, createdAt }: { reached: number; createdAt: number },
  atMost: number,
) {
  return db
    .select(expressions({ id: newsletterSubscribers.id, email: newsletterSubscribers.email }))
    .from(indexedBy(newsletterSubscribers, 'newsletter_subscribers_confirmed'))
    .where(
      and(
        sql`confirmed_at is not null`,
        lte(newsletterSubscribers.confirmedAt, createdAt),
        gt(newsletterSubscribers.id, reached),
      ),
    )
    .orderBy(asc(newsletterSubscribers.id))
    .limit(atMost)
}

/** Holds while a subscriber is confirmed. */
export function whereSubscribed(id: number): Condition {
  return condition(
    sql`exists (select 1 from newsletter_subscribers where id = ${id} and confirmed_at is not null)`,
  )
}

/** Holds until another run has continued from this point. */
export function whereReached(issueId: number, reached: number): Condition {
  return condition(sql`exists (select 1 from newsletter_issues where id = ${issueId} and reached = ${reached}
    and finished_at is null)`)
}

export function moveOn(
  db: Db,
  issueId: number,
  from: number,
  to: { reached: number; queued: number; finishedAt: number | null },
) {
  return db
    .update(newsletterIssues)
    .set({
      reached: to.reached,
      queuedCount: sql`${newsletterIssues.queuedCount} + ${to.queued}`,
      finishedAt: to.finishedAt,
    })
    .where(
      and(
        eq(newsletterIssues.id, issueId),
        eq(newsletterIssues.reached, from),
        isNull(newsletterIssues.finishedAt),
      ),
    )
}

/** Counts confirmed subscribers by an index: only for the administrators' page. */
export function countSubscribers(db: Db) {
  return db
    .select({ subscribers: sql<number>`count(*)`.as('subscribers') })
    .from(indexedBy(newsletterSubscribers, 'newsletter_subscribers_confirmed'))
    .where(sql`confirmed_at is not null`)
}
