import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { deadLetters } from '../../schema'

/** Adds a message to the open one that says the same, or inserts it. */
export function keepDeadLetter(db: Db, row: typeof deadLetters.$inferInsert) {
  const { id, queue, body, attempts, at } = row
  const same = sql`resolved_at is null and queue = ${queue} and body = ${body}`
  return [
    db
      .update(deadLetters)
      .set({ attempts: sql`${deadLetters.attempts} + ${attempts}`, at })
      .where(and(same, ne(deadLetters.id, id))),
    insertFrom(
      db,
      deadLetters,
      row,
      sql`where not exists (select 1 from ${deadLetters} where ${same})`,
    ).onConflictDoNothing(),
  ] as const
}

/** Newest first. */
export function deadLettersPage(
  db: Db,
  status: 'open' | 'resolved',
  atMost: number,
  after?: { at: number; id: string },
) {
  // Literal conditions, since a parameter doesn't tell SQLite which partial index holds them.
  const ofStatus = status === 'open' ? sql`resolved_at is null` : sql`resolved_at is not null`
  const beyond = after && sql`(${deadLetters.at}, ${deadLetters.id}) < (${after.at}, ${after.id})`
  return db
    .select()
    .from(deadLetters)
    .where(and(ofStatus, beyond))
    .orderBy(desc(deadLetters.at), desc(deadLetters.id))
    .limit(atMost)
}

export function deadLetterById(db: Db, id: string) {
  return db.select().from(deadLetters).where(eq(deadLetters.id, id))
}

export type DeadLetterRow = typeof deadLetters.$inferSelect

/** Holds while a message is unresolved: for its resolution and the audit entry. */
export function whereDeadLetterOpen(id: string): Condition {
  return condition(
    sql`exists (select 1 from ${deadLetters} where ${deadLetters.id} = ${id} and ${deadLetters.resolvedAt} is null)`,
  )
}

export function resolveDeadLetter(db: Db, id: string, now: number) {
  return db
    .update(deadLetters)
    .set({ resolvedAt: now })
    .where(and(eq(deadLetters.id, id), isNull(deadLetters.resolvedAt)))
    .returning()
}
