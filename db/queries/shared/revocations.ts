import { and, asc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import type { Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { revocations } from '../../schema'

type Revocation = typeof revocations.$inferSelect

/** Revokes a session for media; deleting its row ends it for everything else. */
export function revokeSession(db: Db, sessionId: string, now: number) {
  return db.insert(revocations).values({ kind: 'session', target: sessionId, at: now })
}

/** Revokes all current sessions of the account for media; in the batch before its token version is raised. */
export function revokeSessionsOf(db: Db, userId: number, now: number, onlyIf: Condition) {
  return insertFrom(
    db,
    revocations,
    { kind: 'user', target: String(userId), below: sql`token_version + 1`, at: now },
    sql`from users where id = ${userId} and ${onlyIf}`,
  )
}

/** Returns revocations from a time on, by ID. IDs rise with time, except for overlapping requests. */
export function revocationsSince(db: Db, at: number, atMost: number) {
  const older = sql`(select id from revocations where at < ${at} order by at desc, id desc limit 1)`
  return revocationsAfter(db, sql`coalesce(${older}, 0)`, atMost)
}

export function revocationsAfter(db: Db, id: number | SQL, atMost: number) {
  return db
    .select()
    .from(revocations)
    .where(gt(revocations.id, id))
    .orderBy(asc(revocations.id))
    .limit(atMost)
}

/** Returns the revocations of one target: one for each change of it. */
export function revocationsOf(db: Db, kind: Revocation['kind'], target: string) {
  return db
    .select()
    .from(revocations)
    .where(and(eq(revocations.target, target), eq(revocations.kind, kind)))
}

export function deleteOldRevocations(db: Db, before: number, atMost: number) {
  const old = db
    .select({ id: revocations.id })
    .from(revocations)
    .where(lt(revocations.at, before))
    .limit(atMost)
  return db.delete(revocations).where(inArray(revocations.id, old))
}
