import { and, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { MailState } from '#contract/values/site/operations'
import type { Db } from '../../client'
import { allOf, always, type Condition, condition } from '../../conditions'
import { mailOutbox } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'

// The outbox as administrators see it.

const columns = expressions({
  id: mailOutbox.id,
  recipient: mailOutbox.recipient,
  subject: mailOutbox.subject,
  body: mailOutbox.body,
  attempts: mailOutbox.attempts,
  nextAttemptAt: mailOutbox.nextAttemptAt,
  sentAt: mailOutbox.sentAt,
  lastError: mailOutbox.lastError,
  createdAt: mailOutbox.createdAt,
  toComplainant: mailOutbox.toComplainant,
})

export function mailById(db: Db, id: number) {
  return db.select(columns).from(mailOutbox).where(eq(mailOutbox.id, id))
}

export type MailRow = Awaited<ReturnType<typeof mailById>>[number]

/**
 * Index of each list, with literal conditions, since a parameter doesn't tell SQLite that a partial index
 * holds the rows.
 */
const indexes: Record<MailState, { table: SQL; where: Condition }> = {
  waiting: {
    table: indexedBy(mailOutbox, 'mail_outbox_waiting'),
    where: condition(sql`next_attempt_at is not null`),
  },
  failed: {
    table: indexedBy(mailOutbox, 'mail_outbox_failed'),
    where: condition(sql`next_attempt_at is null and sent_at is null`),
  },
  sent: { table: indexedBy(mailOutbox, 'mail_outbox_sent'), where: condition(sql`sent_at is not null`) },
}

/**
 * Returns emails, newest first, scanning up to `atMost`: those to one recipient in any state, or those in one
 * state. `toComplainants` tells whether those to one recipient may include these.
 */
export function mailPage(
  db: Db,
  {
    state,
    recipient,
    toComplainants,
  }: { state: MailState; recipient?: string | undefined; toComplainants: boolean },
  atMost: number,
  after?: number,
) {
  const { table, where } =
    recipient === undefined
      ? indexes[state]
      : {
          table: indexedBy(mailOutbox, 'mail_outbox_recipient'),
          where: allOf(
            condition(sql`recipient = ${storedAddress(recipient)}`),
            toComplainants ? always : eq(mailOutbox.toComplainant, false),
          ),
        }
  return db
    .select(columns)
    .from(table)
    .where(and(where, after === undefined ? undefined : lt(mailOutbox.id, after)))
    .orderBy(desc(mailOutbox.id))
    .limit(atMost)
}

/** Returns the address as its account spells it, or as typed. */
function storedAddress(address: string): SQL {
  return sql`coalesce((select email from users where email_canonical = ${address.toLowerCase()}), ${address})`
}

/**
 * Holds for an email that was given up, or whose next try is so far off that no run can be sending it now.
 */
export function whereMailRetriable(id: number, sendingUntil: number): Condition {
  return condition(sql`exists (select 1 from ${mailOutbox} where ${whereRetriable(id, sendingUntil)})`)
}

function whereRetriable(id: number, sendingUntil: number): Condition {
  const { nextAttemptAt, sentAt } = mailOutbox
  return allOf(
    eq(mailOutbox.id, id),
    isNull(sentAt),
    or(isNull(nextAttemptAt), gt(nextAttemptAt, sendingUntil)),
  )
}

/** Makes an email due at once, with all its tries again. */
export function retryMail(db: Db, id: number, sendingUntil: number, now: number) {
  return db
    .update(mailOutbox)
    .set({ nextAttemptAt: now, attempts: 0 })
    .where(whereRetriable(id, sendingUntil))
    .returning(columns)
}
