import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { revocations, sessions, subscriptions, users } from '../schema'

/** A session with its account, in one look-up; ban and term come along. */
export function sessionWithAccount(db: Db, sessionId: string) {
  return db
    .select({
      userId: sessions.userId,
      sessionTokenVersion: sessions.tokenVersion,
      seenAt: sessions.seenAt,
      confirmedAt: sql<number>`coalesce(${sessions.confirmedAt}, ${sessions.createdAt})`.as('typed_at'),
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      isAdmin: users.isAdmin,
      createdAt: users.createdAt,
      premiumUntil: subscriptions.premiumUntil,
      banReason: users.banReason,
      banUntil: users.banUntil,
      current: users.tokenVersion.getSQL().as('current_token_version'),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
    .where(eq(sessions.id, sessionId))
}

export function insertSession(db: Db, session: typeof sessions.$inferInsert) {
  return db.insert(sessions).values(session)
}

export function touchSession(db: Db, sessionId: string, now: number) {
  return db
    .update(sessions)
    .set({ seenAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.seenAt, now)))
}

/** The password was typed in it once more. */
export function confirmSession(db: Db, sessionId: string, now: number) {
  return db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId))
}

export function deleteSession(db: Db, sessionId: string) {
  return db.delete(sessions).where(eq(sessions.id, sessionId))
}

/**
 * Ends what the account's tokens say, for media, and nothing else: the account and its sessions go on at the next
 * version, which the next page or look at the account prints into the cookie.
 */
export function renewTokens(db: Db, userId: number, now: number) {
  const version = sql`(select ${users.tokenVersion} from ${users} where ${users.id} = ${userId})`
  return [
    db
      .update(users)
      .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
      .where(eq(users.id, userId)),
    db
      .update(sessions)
      .set({ tokenVersion: version })
      .where(and(eq(sessions.userId, userId), eq(sessions.tokenVersion, sql`${version} - 1`))),
    db
      .insert(revocations)
      .select(
        sql`select null, 'user', ${String(userId)}, ${users.tokenVersion}, ${now} from ${users} where ${users.id} = ${userId}`,
      ),
  ] as const
}
