import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { challenges } from '../../schema'

export function insertChallenge(db: Db, challenge: typeof challenges.$inferInsert) {
  return db.insert(challenges).values(challenge)
}

interface Wanted {
  id: string
  kind: 'passkey-new' | 'passkey-sign-in'
  userId?: number
}

/** Uses up a challenge, which works once: only the first call gets the row, unless it is too late. */
export function spendChallenge(db: Db, { id, kind, userId }: Wanted, now: number) {
  const whose = userId === undefined ? undefined : eq(challenges.userId, userId)
  return db
    .delete(challenges)
    .where(and(eq(challenges.id, id), eq(challenges.kind, kind), gt(challenges.expiresAt, now), whose))
    .returning({ id: challenges.id })
}

/**
 * Counts an attempt at a ticket, and returns its account unless the ticket has expired or its attempts are
 * used up.
 */
export function tryTicket(db: Db, id: string, now: number, attemptsAtMost: number) {
  return db
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(
      and(
        eq(challenges.id, id),
        eq(challenges.kind, 'second-factor'),
        gt(challenges.expiresAt, now),
        lt(challenges.attempts, attemptsAtMost),
      ),
    )
    .returning({
      userId: challenges.userId,
      tokenVersion: challenges.tokenVersion,
      attempts: challenges.attempts,
    })
}

/** Holds while the ticket hasn't been used to sign in. */
export function whereTicketOpen(id: string): Condition {
  return condition(sql`exists (select 1 from challenges where id = ${id})`)
}

export function endTicket(db: Db, id: string, onlyIf: Condition) {
  return db.delete(challenges).where(and(eq(challenges.id, id), onlyIf))
}

export function deleteEndedChallenges(db: Db, now: number, atMost: number) {
  const ended = db
    .select({ id: challenges.id })
    .from(challenges)
    .where(lte(challenges.expiresAt, now))
    .limit(atMost)
  return db.delete(challenges).where(inArray(challenges.id, ended))
}
