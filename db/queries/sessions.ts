import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../client'
import { sessions, subscriptions, users } from '../schema'

/** A session with its account, in one look-up; ban and term come along. */
export function sessionWithAccount(db: Db, sessionId: string) {
  return db
    .select({
      userId: sessions.userId,
      sessionTokenVersion: sessions.tokenVersion,
      seenAt: sessions.seenAt,
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

export function deleteSession(db: Db, sessionId: string) {
  return db.delete(sessions).where(eq(sessions.id, sessionId))
}
