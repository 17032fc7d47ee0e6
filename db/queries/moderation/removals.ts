import { and, asc, desc, eq, getTableColumns, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { removals } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'

// Removals as uploaders and administrators read them. They are created and ended in takedown.ts, restore.ts
// and prune-removed.ts.

export type RemovalRow = typeof removals.$inferSelect

const columns = expressions(getTableColumns(removals))

/** Returns an uploader's removals, newest first, without reversed ones. */
export function ownRemovals(db: Db, ownerId: number, limit: number, before?: number) {
  return db
    .select(columns)
    .from(indexedBy(removals, 'removals_owner'))
    .where(
      and(
        eq(removals.ownerId, ownerId),
        isNull(removals.restoredAt),
        before === undefined ? undefined : lt(removals.id, before),
      ),
    )
    .orderBy(desc(removals.id))
    .limit(limit)
}

/**
 * Returns an uploader's removal; a reversed one only if it was appealed, to show the answer to the appeal.
 */
export function ownRemoval(db: Db, id: number, ownerId: number) {
  return db
    .select()
    .from(removals)
    .where(
      and(
        eq(removals.id, id),
        eq(removals.ownerId, ownerId),
        sql`(restored_at is null or appealed_at is not null)`,
      ),
    )
}

/** Returns the removal that was in force when a case was decided, if it was reversed since. */
export function reversedRemoval(db: Db, { videoId, decidedAt }: { videoId: number; decidedAt: number }) {
  return db
    .select({ restoredAt: columns.restoredAt })
    .from(indexedBy(removals, 'removals_video'))
    .where(
      and(
        eq(removals.videoId, videoId),
        lte(removals.removedAt, decidedAt),
        gte(removals.restoredAt, decidedAt),
      ),
    )
    .orderBy(desc(removals.id))
    .limit(1)
}

/** Records the one appeal; returns no row if there is one already or the time is over. */
export function appealRemoval(
  db: Db,
  { id, ownerId, text }: { id: number; ownerId: number; text: string },
  { now, removedAfter }: { now: number; removedAfter: number },
) {
  return db
    .update(removals)
    .set({ appealText: text, appealedAt: now, appealStatus: 'open' })
    .where(
      and(
        eq(removals.id, id),
        eq(removals.ownerId, ownerId),
        isNull(removals.appealedAt),
        isNull(removals.restoredAt),
        sql`${removals.removedAt} > ${removedAfter}`,
      ),
    )
    .returning()
}

/** Returns open appeals, oldest first. */
export function openAppeals(db: Db, limit: number, after?: { appealedAt: number; id: number }) {
  const beyond = after && sql`(${removals.appealedAt}, ${removals.id}) > (${after.appealedAt}, ${after.id})`
  return (
    db
      .select(columns)
      .from(indexedBy(removals, 'removals_appeals'))
      // A literal condition, since a parameter doesn't tell SQLite that the partial index holds it.
      .where(and(sql`appeal_status = 'open' and restored_at is null`, beyond))
      .orderBy(asc(removals.appealedAt), asc(removals.id))
      .limit(limit)
  )
}

/** Holds until the appeal is decided, or the removal is reversed along with the original's. */
export function whereAppealOpen(removalId: number): Condition {
  return condition(
    sql`exists (select 1 from removals where id = ${removalId} and appeal_status = 'open' and restored_at is null)`,
  )
}

export interface AppealDecision {
  appealStatus: 'upheld' | 'rejected'
  appealDecidedBy: number
  appealDecidedAt: number
  appealNote: string
}

export function decideAppealOf(db: Db, removalId: number, decision: AppealDecision) {
  return db
    .update(removals)
    .set(decision)
    .where(and(eq(removals.id, removalId), eq(removals.appealStatus, 'open'), isNull(removals.restoredAt)))
}

/** Holds after this decision, and no other. */
export function whereAppealDecided(removalId: number, decision: AppealDecision): Condition {
  const { appealStatus, appealDecidedBy, appealDecidedAt } = decision
  return condition(sql`exists (select 1 from removals where id = ${removalId} and appeal_status = ${appealStatus}
    and appeal_decided_by = ${appealDecidedBy} and appeal_decided_at = ${appealDecidedAt})`)
}
