import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { MailKind } from '../../../contract/values/accounts/account'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { mailOutbox } from '../../schema'
import { whereBanned, whereLeaving } from './account-standing'

/** In SQL where each row has its own. */
interface NewMail {
  dedupeKey: string | SQL
  recipient: string | SQL
  subject: string
  body: string | SQL
  /** JSON. */
  headers?: string | SQL | null
  /** The account that it is written to; unless told, whoever has the address. */
  userId?: SQL
}

/** Of the addresses that erased accounts are left with: nothing is ever sent there. */
export const nowhere = 'deleted.invalid'

/** A mail for each row of a select, of which `rows` are the words from `from` on. */
export function insertMails(
  db: Db,
  { dedupeKey, recipient, subject, body, headers = null, userId }: NewMail,
  now: number,
  rows: SQL,
) {
  const owner = userId
    ? sql`mail.user_id`
    : sql`(select id from users where email_canonical = lower(mail.recipient))`
  return insertFrom(
    db,
    mailOutbox,
    {
      dedupeKey: sql`mail.dedupe_key`,
      recipient: sql`mail.recipient`,
      subject: sql`mail.subject`,
      body: sql`mail.body`,
      nextAttemptAt: now,
      createdAt: now,
      headers: sql`mail.headers`,
      userId: owner,
    },
    sql`from (select ${dedupeKey} as dedupe_key, ${recipient} as recipient, ${subject} as subject, ${body} as body,
        ${headers} as headers, ${userId ?? null} as user_id ${rows}) mail
      where mail.recipient not like ${`%@${nowhere}`}`,
  ).onConflictDoNothing({ target: mailOutbox.dedupeKey })
}

export function insertMail(db: Db, mail: NewMail, now: number, onlyIf = always) {
  return insertMails(db, mail, now, sql`where ${onlyIf}`)
}

/** Holds unless the account that goes by this alias can do without mails of this kind. */
export function whereMailWanted(alias: 'users' | 'u', kind: MailKind): Condition {
  return condition(sql`instr(${sql.raw(alias)}.muted_mails, ${`"${kind}"`}) = 0`)
}

/** The same of one account. */
export function whereMailWantedBy(userId: number, kind: MailKind): Condition {
  return condition(
    sql`exists (select 1 from users where id = ${userId} and ${whereMailWanted('users', kind)})`,
  )
}

/** Stand in a letter for what the database alone knows: control characters, which no text has. */
export const blanks = { name: '\u{1}', number: '\u{2}' } as const

/** A letter with its blanks filled in. Where there is no name, the greeting does without. */
export function filledIn(letter: string | SQL, { name, number }: { name: SQL; number: SQL }): SQL {
  return sql`replace(replace(${letter}, ${` ${blanks.name}`}, coalesce(' ' || ${name}, '')), ${blanks.number}, ${number})`
}

/**
 * One mail to the address of the site and to each administrator who isn't banned. They are read in the statement, so that
 * it is whoever has the role at that moment.
 */
export function mailAdministrators(
  db: Db,
  mail: { event: string; subject: string; body: string },
  now: number,
  onlyIf: Condition,
) {
  const recipients = sql`select contact_email as address from settings where id = 1
    union select email from users where is_admin = 1 and not ${whereBanned('users', now)}
      and not ${whereLeaving('users')}`
  const { event, subject, body } = mail
  const dedupeKey = sql`${`${event}:`} || lower(address)`
  const rows = sql`from (${recipients}) where address <> '' and ${onlyIf}`
  return insertMails(db, { dedupeKey, recipient: sql`address`, subject, body }, now, rows)
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

/** `keepText` is for a run that nobody's mail leaves: a text that is out isn't kept, since it may hold a link that acts. */
export function markMailSent(db: Db, id: number, now: number, keepText: boolean) {
  return db
    .update(mailOutbox)
    .set({
      ...{ sentAt: now, nextAttemptAt: null, lastError: null },
      ...(keepText ? {} : { body: '', headers: null }),
    })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
}

export function markMailFailed(db: Db, id: number, error: string, nextAttemptAt: number | null) {
  return db
    .update(mailOutbox)
    .set({ lastError: error, nextAttemptAt })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
}
