import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { hour } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { deadLetters } from '../../schema'
import { indexedBy } from '../shared/index-hints'

/**
 * Number of added messages whose IDs are kept. A message comes again within minutes, if at all; cron sends
 * the same work a few times an hour.
 */
const addedAtMost = 50
/** Time during which a message may come again after its row was resolved. */
const againMs = hour

/**
 * Adds a message to the open one with the same text, or inserts it. A repeated message changes nothing, even
 * if the message it was added to is resolved.
 */
export function keepDeadLetter(db: Db, row: typeof deadLetters.$inferInsert) {
  const { id, queue, body, attempts, at } = row
  const same = sql`resolved_at is null and queue = ${queue} and body = ${body}`
  const unknown = sql`not exists (select 1 from ${deadLetters} known where known.id = ${id})
    and ${id} not in (select value from json_each(${deadLetters.added}))`
  const addedBefore = sql`select 1 from ${indexedBy(deadLetters, 'dead_letters_resolved')}
    where resolved_at is not null and at > ${at - againMs} and queue = ${queue} and body = ${body}
    and ${id} in (select value from json_each(added))`
  const last = sql`select key, value from json_each(json_insert(${deadLetters.added}, '$[#]', ${id}))
    order by key desc limit ${addedAtMost}`
  return [
    db
      .update(deadLetters)
      .set({
        attempts: sql`${deadLetters.attempts} + ${attempts}`,
        added: sql`(select json_group_array(value order by key) from (${last}))`,
        at,
      })
      .where(and(same, unknown)),
    insertFrom(
      db,
      deadLetters,
      row,
      sql`where not exists (select 1 from ${deadLetters} where ${same}) and not exists (${addedBefore})`,
    ).onConflictDoNothing(),
  ] as const
}

const { added, ...columns } = getTableColumns(deadLetters)

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
    .select(columns)
    .from(deadLetters)
    .where(and(ofStatus, beyond))
    .orderBy(desc(deadLetters.at), desc(deadLetters.id))
    .limit(atMost)
}

export function deadLetterById(db: Db, id: string) {
  return db.select(columns).from(deadLetters).where(eq(deadLetters.id, id))
}

export type DeadLetterRow = Omit<typeof deadLetters.$inferSelect, 'added'>

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
    .returning(columns)
}

/** Deletes old messages that were also resolved long ago. */
export function deleteOldDeadLetters(db: Db, before: number, atMost: number) {
  const old = sql`select id from ${indexedBy(deadLetters, 'dead_letters_resolved')}
    where resolved_at is not null and at < ${before} and resolved_at < ${before} limit ${atMost}`
  return db.delete(deadLetters).where(sql`${deadLetters.id} in (${old})`)
}
