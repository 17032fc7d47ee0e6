import { asc, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { revocations } from '../schema'

/**
 * Refuses every address of the object that was printed below this revision. Joins the batch that raises it, behind the
 * statement that does: `onlyIf` says that it did, since otherwise the addresses that are in force would be refused.
 */
export function revokeObject(db: Db, key: string, below: number, now: number, onlyIf = sql`true`) {
  // Every column in the order of the table, as drizzle's insert from a select wants it.
  return db.insert(revocations).select(sql`select null, 'object', ${key}, ${below}, ${now} where ${onlyIf}`)
}

/** The same for every file that a video names at that moment; in the batch before the row goes. */
export function revokeFilesOf(db: Db, videoId: number, now: number) {
  return db.insert(revocations).select(
    sql`select null, 'object', source_key, revision + 1, ${now} from videos where id = ${videoId} and source_key is not null
      union all
      select null, 'object', poster_key, revision + 1, ${now} from videos where id = ${videoId} and poster_key is not null`,
  )
}

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
