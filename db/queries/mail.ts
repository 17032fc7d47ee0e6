import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { mailOutbox } from '../schema'

export function insertMail(
  db: Db,
  mail: { dedupeKey: string; recipient: string; subject: string; body: string },
  now: number,
) {
  return db
    .insert(mailOutbox)
    .values({ ...mail, nextAttemptAt: now, createdAt: now })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
}

/** Takes what is due, oldest first, and pushes it ahead, so that two runs never hold the same mail. */
export function claimDueMail(db: Db, now: number, heldUntil: number, atMost: number) {
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(lte(mailOutbox.nextAttemptAt, now))
    .orderBy(mailOutbox.nextAttemptAt)
    .limit(atMost)
  return db
    .update(mailOutbox)
    .set({ nextAttemptAt: heldUntil, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(and(inArray(mailOutbox.id, due), lte(mailOutbox.nextAttemptAt, now)))
    .returning()
}

/** The text isn't kept once it is out: it may hold a link that acts. */
export function markMailSent(db: Db, id: number, now: number) {
  return db
    .update(mailOutbox)
    .set({ sentAt: now, nextAttemptAt: null, lastError: null, body: '' })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
}

export function markMailFailed(db: Db, id: number, error: string, nextAttemptAt: number | null) {
  return db
    .update(mailOutbox)
    .set({ lastError: error, nextAttemptAt })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
}
