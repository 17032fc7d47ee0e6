import { and, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { revocations, sessions, subscriptions, users } from '../../schema'
import { revokeSessionsOf } from '../shared/revocations'
import { latestClaim } from './latest-claim'

/** Returns a session with its account, ban and term in one query. */
export function sessionWithAccount(db: Db, sessionId: string) {
  return db
    .select({
      userId: sessions.userId,
      sessionTokenVersion: sessions.tokenVersion,
      seenAt: sessions.seenAt,
      startedAt: sql<number>`${sessions.createdAt}`.as('started_at'),
      confirmedAt: sql<number>`coalesce(${sessions.confirmedAt}, ${sessions.createdAt})`.as('typed_at'),
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      isAdmin: users.isAdmin,
      staff: users.staff,
      savesHistory: users.savesHistory,
      mutedNotices: users.mutedNotices,
      noticesReadAt: users.noticesReadAt,
      createdAt: users.createdAt,
      premiumUntil: subscriptions.premiumUntil,
      latestClaim: latestClaim(users.id),
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

export function touchSession(db: Db, sessionId: string, now: number, country: string | null) {
  return db
    .update(sessions)
    .set({ seenAt: now, country })
    .where(and(eq(sessions.id, sessionId), lt(sessions.seenAt, now)))
}

export function deleteSession(db: Db, sessionId: string) {
  return db.delete(sessions).where(eq(sessions.id, sessionId))
}

/** A session is valid while it was seen and started after these times. */
export interface StandingAfter {
  seen: number
  started: number
}

/** Returns the account's usable sessions, newest first. */
export function standingSessions(
  db: Db,
  userId: number,
  after: StandingAfter,
  { atMost, before }: { atMost: number; before: { createdAt: number; id: string } | undefined },
) {
  const onward = before && sql`(${sessions.createdAt}, ${sessions.id}) < (${before.createdAt}, ${before.id})`
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      country: sessions.country,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        onward,
        eq(sessions.tokenVersion, versionOf(userId)),
        gt(sessions.seenAt, after.seen),
        gt(sessions.createdAt, after.started),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(atMost)
}

/** Ends one session of an account, and its access to media. `ended` contains a row if the session existed. */
export function endSessionOf(db: Db, userId: number, sessionId: string, now: number) {
  const own = whereOwn(userId, sessionId)
  return [
    revokeOwn(db, own, now),
    { ended: db.delete(sessions).where(own).returning({ id: sessions.id }) },
  ] as const
}

function whereOwn(userId: number, sessionId: string): Condition {
  return condition(sql`id = ${sessionId} and user_id = ${userId}`)
}

function revokeOwn(db: Db, own: Condition, now: number) {
  return insertFrom(
    db,
    revocations,
    { kind: 'session', target: sql`id`, at: now },
    sql`from sessions where ${own}`,
  )
}

/**
 * The session that is kept when the account's others end. It gets a new ID, so that copies of its old cookie
 * stop working too.
 */
export interface KeptSession {
  id: string
  nextId: string
  /** When the password was last entered in it. */
  confirmedAt: number
}

/** Gives a session its next ID. `renewed` contains a row if the session existed. */
export function renewSessionOf(
  db: Db,
  userId: number,
  now: number,
  { id, nextId, confirmedAt }: KeptSession,
) {
  const own = whereOwn(userId, id)
  return [
    revokeOwn(db, own, now),
    {
      renewed: db.update(sessions).set({ id: nextId, confirmedAt }).where(own).returning({ id: sessions.id }),
    },
  ] as const
}

/**
 * Ends the account's sessions and their access to media, except the kept one. Runs before raiseTokenVersion
 * in the same batch, and gives the kept session the next version already.
 */
export function endSessions(
  db: Db,
  userId: number,
  now: number,
  onlyIf: Condition,
  kept: KeptSession | null,
) {
  const others = kept === null ? undefined : ne(sessions.id, kept.id)
  return [
    revokeSessionsOf(db, userId, now, onlyIf),
    db.delete(sessions).where(and(eq(sessions.userId, userId), others, onlyIf)),
    // Without a kept session, none is left.
    db
      .update(sessions)
      .set({
        ...(kept && { id: kept.nextId, confirmedAt: kept.confirmedAt }),
        tokenVersion: sql`${versionOf(userId)} + 1`,
      })
      .where(and(eq(sessions.userId, userId), onlyIf)),
  ] as const
}

/** Voids the account's tokens that endSessions didn't reach; returns their new version. */
export function raiseTokenVersion(
  db: Db,
  userId: number,
  onlyIf: Condition,
  change: Partial<Pick<typeof users.$inferInsert, 'passwordHash'>> = {},
) {
  return db
    .update(users)
    .set({ ...change, tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(and(eq(users.id, userId), onlyIf))
    .returning({ tokenVersion: users.tokenVersion })
}

function versionOf(userId: number): SQL {
  return sql`(select u.token_version from users u where u.id = ${userId})`
}

/**
 * Voids only the account's tokens for media. The account and its sessions continue at the next version, which
 * the next page or account request writes into the cookie.
 */
export function renewTokens(db: Db, userId: number, now: number) {
  const version = versionOf(userId)
  return [
    db
      .update(users)
      .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
      .where(eq(users.id, userId)),
    db
      .update(sessions)
      .set({ tokenVersion: version })
      .where(and(eq(sessions.userId, userId), eq(sessions.tokenVersion, sql`${version} - 1`))),
    insertFrom(
      db,
      revocations,
      { kind: 'user', target: String(userId), below: users.tokenVersion, at: now },
      sql`from ${users} where ${users.id} = ${userId}`,
    ),
  ] as const
}
