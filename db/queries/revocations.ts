import { asc, gt, gte, inArray, lt } from 'drizzle-orm'
import type { Db } from '../client'
import { revocations } from '../schema'

/** Ends a session for media; its row ends it for everything else. */
export function revokeSession(db: Db, sessionId: string, now: number) {
  return db.insert(revocations).values({ kind: 'session', target: sessionId, at: now })
}

/** Ends an account's sessions below this token version for media: a ban, a sign-out everywhere, a refund. */
export function revokeUser(db: Db, userId: number, belowTokenVersion: number, now: number) {
  return db
    .insert(revocations)
    .values({ kind: 'user', target: String(userId), below: belowTokenVersion, at: now })
}

export function revocationsSince(db: Db, at: number) {
  return db.select().from(revocations).where(gte(revocations.at, at)).orderBy(asc(revocations.id))
}

export function revocationsAfter(db: Db, id: number) {
  return db.select().from(revocations).where(gt(revocations.id, id)).orderBy(asc(revocations.id))
}

export function deleteOldRevocations(db: Db, before: number, atMost: number) {
  const old = db
    .select({ id: revocations.id })
    .from(revocations)
    .where(lt(revocations.at, before))
    .limit(atMost)
  return db.delete(revocations).where(inArray(revocations.id, old))
}
