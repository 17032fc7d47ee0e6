import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { hour } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { removalRequests, videos } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'

export type RemovalRequestRow = typeof removalRequests.$inferSelect
export type NewRemovalRequest = Pick<
  RemovalRequestRow,
  | 'token'
  | 'url'
  | 'videoId'
  | 'videoTitle'
  | 'ownerId'
  | 'reason'
  | 'relation'
  | 'name'
  | 'email'
  | 'statement'
  | 'signature'
  | 'createdAt'
  | 'dueAt'
>

/** Identical requests within this time count as one, sent twice. */
const repeatedMs = hour

/** A literal condition, since a parameter doesn't tell SQLite that the partial index holds it. */
const whereOpen = condition(sql.raw(`status = 'open'`))

export const requestColumns = expressions(getTableColumns(removalRequests))
const indexedOpenRequests = indexedBy(removalRequests, 'removal_requests_open')

/** Holds if an open request has exactly the same words: only its author knows them all. */
function whereSameWords(row: NewRemovalRequest): Condition {
  return condition(sql`${whereOpen} and due_at > ${row.dueAt - repeatedMs} and url = ${row.url} and reason = ${row.reason}
    and relation = ${row.relation} and name = ${row.name} and email = ${row.email}
    and statement = ${row.statement} and signature = ${row.signature}`)
}

/** Inserts a request, unless it exists already. `hides`, a condition, applies to a grave request. */
export function insertRemovalRequest(db: Db, row: NewRemovalRequest, hides = always) {
  const rows = sql`where not exists (select 1 from ${indexedOpenRequests} where ${whereSameWords(row)})`
  return insertFrom(db, removalRequests, { ...row, hides }, rows)
}

/** Returns the request just inserted, or the earlier one with the same words. */
export function requestInSameWords(db: Db, row: NewRemovalRequest) {
  return db
    .select(requestColumns)
    .from(indexedOpenRequests)
    .where(whereSameWords(row))
    .orderBy(removalRequests.dueAt)
    .limit(1)
}

/** Holds once the request with this token exists. */
export function whereRequestMade(token: string): Condition {
  return condition(sql`exists (select 1 from removal_requests where token = ${token})`)
}

/** Holds once the request with this token exists, and hides its video. */
export function whereRequestHides(token: string): Condition {
  return condition(sql`exists (select 1 from removal_requests where token = ${token} and hides = 1)`)
}

export function requestByToken(db: Db, token: string) {
  return db.select().from(removalRequests).where(eq(removalRequests.token, token))
}

export function requestById(db: Db, id: number) {
  return db.select().from(removalRequests).where(eq(removalRequests.id, id))
}

/** Returns the facts that decide whether the public sees the video now; no row when it is gone. */
export function visibilityOf(db: Db, videoId: number) {
  return db
    .select({
      userId: videos.userId,
      title: videos.title,
      isPremium: videos.isPremium,
      isPublic: videos.isPublic,
      unlistedKey: videos.unlistedKey,
      status: videos.status,
      review: videos.review,
      hold: videos.hold,
    })
    .from(videos)
    .where(eq(videos.id, videoId))
}

/** Returns open requests by deadline, soonest first. */
export function openRequests(db: Db, limit: number, after?: { dueAt: number; id: number }) {
  const beyond =
    after && sql`(${removalRequests.dueAt}, ${removalRequests.id}) > (${after.dueAt}, ${after.id})`
  return db
    .select(requestColumns)
    .from(indexedOpenRequests)
    .where(and(whereOpen, beyond))
    .orderBy(asc(removalRequests.dueAt), asc(removalRequests.id))
    .limit(limit)
}

export function decidedRequests(db: Db, limit: number, before?: number) {
  const beyond = before === undefined ? undefined : sql`${removalRequests.id} < ${before}`
  return db
    .select(requestColumns)
    .from(indexedBy(removalRequests, 'removal_requests_decided'))
    .where(and(sql.raw(`status <> 'open'`), beyond))
    .orderBy(desc(removalRequests.id))
    .limit(limit)
}

/** Holds until the request is decided: the guard of every statement before the decision in its batch. */
export function whereRequestOpen(id: number): Condition {
  return condition(sql`exists (select 1 from removal_requests where id = ${id} and status = 'open')`)
}

export interface RequestDecision {
  status: 'removed' | 'refused'
  decidedBy: number
  decidedAt: number
  decisionNote: string
}

/** Holds after this decision, and no other. */
export function whereRequestDecided(
  id: number,
  { status, decidedBy, decidedAt }: RequestDecision,
): Condition {
  return condition(sql`exists (select 1 from removal_requests where id = ${id} and status = ${status}
    and decided_by = ${decidedBy} and decided_at = ${decidedAt})`)
}

/** Decides a request. `meant` is the video, if the URL named none or a wrong one. */
export function decideRequest(
  db: Db,
  id: number,
  decision: RequestDecision,
  meant: Pick<RemovalRequestRow, 'videoId' | 'videoTitle' | 'ownerId'> | null,
) {
  return db
    .update(removalRequests)
    .set({ ...decision, ...meant })
    .where(and(eq(removalRequests.id, id), eq(removalRequests.status, 'open')))
}
