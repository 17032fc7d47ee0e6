import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import {
  type ChoiceKind,
  choiceKinds,
  type MailKind,
  type NoticeChannel,
} from '#contract/values/shared/notices'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { mailOutbox, users } from '../../schema'
import { whereBanned, whereLeaving } from './account-standing'
import { indexedBy } from './index-hints'
import { settingText } from './settings'

/** An email to queue; values that differ by row are SQL. */
interface NewMail {
  dedupeKey: string | SQL
  recipient: string | SQL
  subject: string
  body: string | SQL
  /** What its link turns off; see `leavesOf`. */
  leaves?: string | SQL | null
  /** Recipient's account; defaults to the account with that address. */
  userId?: SQL
  /** Whether it goes to someone who made a report or asked for a removal. */
  toComplainant?: boolean
}

/** Domain of erased accounts' addresses: nothing is ever sent there. */
export const nowhere = 'deleted.invalid'

/** Queues an email for each row of a select; `rows` is the select from `from` on. */
export function insertMails(
  db: Db,
  { dedupeKey, recipient, subject, body, leaves = null, userId, toComplainant = false }: NewMail,
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
      leaves: sql`mail.leaves`,
      userId: owner,
      toComplainant,
    },
    sql`from (select ${dedupeKey} as dedupe_key, ${recipient} as recipient, ${subject} as subject, ${body} as body,
        ${leaves} as leaves, ${userId ?? null} as user_id ${rows}) mail
      where mail.recipient not like ${`%@${nowhere}`}`,
  ).onConflictDoNothing({ target: mailOutbox.dedupeKey })
}

export function insertMail(db: Db, mail: NewMail, now: number, onlyIf = always) {
  return insertMails(db, mail, now, sql`where ${onlyIf}`)
}

/** Kinds as `muted_mails` has them: these words are older than the kinds, and choices made in them still hold. */
const mutedAs: Record<MailKind, string> = { review: 'videos', report: 'reports', premium: 'reminders' }

/** Returns the word for a kind in the account's list of a channel. */
export function storedAs(kind: ChoiceKind, channel: NoticeChannel): string {
  const words: Partial<Record<ChoiceKind, string>> = channel === 'email' ? mutedAs : {}
  return words[kind] ?? kind
}

/** Returns the kinds of emails that an account has turned off, by their names today. */
export function mutedKinds(stored: readonly string[]): ChoiceKind[] {
  return choiceKinds.filter((kind) => kind in mutedAs && stored.includes(storedAs(kind, 'email')))
}

/** Holds unless the account with this alias has turned off emails of this kind. */
export function whereMailWanted(alias: 'users' | 'u' | 'told', kind: MailKind): Condition {
  return condition(sql`instr(${sql.raw(alias)}.muted_mails, ${`"${mutedAs[kind]}"`}) = 0`)
}

/** Holds unless this account has turned off emails of this kind. */
export function whereMailWantedBy(userId: number | SQL, kind: MailKind): Condition {
  return condition(
    sql`exists (select 1 from users told where told.id = ${userId} and ${whereMailWanted('told', kind)})`,
  )
}

/** Returns, in SQL, what the link in an email of this kind turns off: null without an account. */
export function leavesOf(kind: MailKind, userId: SQL): SQL {
  return sql`${`${kind}-`} || ${userId}`
}

/** Turns emails of this kind off. */
export function turnMailOff(db: Db, userId: number, kind: MailKind) {
  return db
    .update(users)
    .set({ mutedMails: sql`json_insert(${users.mutedMails}, '$[#]', ${mutedAs[kind]})` })
    .where(and(eq(users.id, userId), whereMailWanted('users', kind)))
}

/** Turns emails of this kind on again. */
export function turnMailOn(db: Db, userId: number, kind: MailKind, onlyIf: Condition) {
  const others = sql`(select json_group_array(value) from json_each(${users.mutedMails}) where value <> ${mutedAs[kind]})`
  return db
    .update(users)
    .set({ mutedMails: others })
    .where(and(eq(users.id, userId), onlyIf))
}

/**
 * Placeholders in an email for facts that only the database knows: control characters, which no text
 * contains.
 */
export const placeholders = { name: '\u{1}', number: '\u{2}', title: '\u{3}' } as const

/** Returns an email text with its placeholders filled in. Without a name, the greeting has none. */
export function filledIn(
  text: string | SQL,
  { name, number, title = sql`''` }: { name: SQL; number: SQL; title?: SQL },
): SQL {
  return sql`replace(replace(replace(${text}, ${` ${placeholders.name}`}, coalesce(' ' || ${name}, '')), ${placeholders.number}, ${number}), ${placeholders.title}, ${title})`
}

/**
 * Queues one email to the site's address and one to each administrator who isn't banned or leaving. The
 * statement itself selects them, so that it sees the roles of that moment.
 */
export function mailAdministrators(
  db: Db,
  mail: { event: string; subject: string; body: string },
  now: number,
  onlyIf: Condition,
) {
  const recipients = sql`select ${settingText('contactEmail')} as address from settings where id = 1
    union select email from users where is_admin = 1 and not ${whereBanned('users', now)}
      and not ${whereLeaving('users')}`
  const { event, subject, body } = mail
  const dedupeKey = sql`${`${event}:`} || lower(address)`
  const rows = sql`from (${recipients}) where address <> '' and ${onlyIf}`
  return insertMails(db, { dedupeKey, recipient: sql`address`, subject, body }, now, rows)
}

/** Returns due emails, oldest first. */
export function dueMail(db: Db, now: number, atMost: number) {
  return db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(lte(mailOutbox.nextAttemptAt, now))
    .orderBy(mailOutbox.nextAttemptAt)
    .limit(atMost)
}

/** Takes due emails and postpones them, so that no two runs hold the same email. */
export function claimDueMail(db: Db, now: number, heldUntil: number, atMost: number) {
  const due = dueMail(db, now, atMost)
  return db
    .update(mailOutbox)
    .set({ nextAttemptAt: heldUntil, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(and(inArray(mailOutbox.id, due), lte(mailOutbox.nextAttemptAt, now)))
    .returning()
}

/** Marks an email as sent, with the text that is kept of it. */
export function markMailSent(db: Db, id: number, now: number, body: string) {
  return db
    .update(mailOutbox)
    .set({
      sentAt: now,
      nextAttemptAt: null,
      lastError: null,
      body,
    })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
}

export function markMailFailed(db: Db, id: number, error: string, nextAttemptAt: number | null) {
  return db
    .update(mailOutbox)
    .set({ lastError: error, nextAttemptAt })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
}

/** Emails that are finished, by the index that has them in chronological order. */
const ended = {
  sent: sql`${indexedBy(mailOutbox, 'mail_outbox_sent')} where sent_at is not null`,
  failed: sql`${indexedBy(mailOutbox, 'mail_outbox_failed')} where next_attempt_at is null and sent_at is null`,
}

/** Deletes old emails among the oldest that were sent or given up, so that no more than these are read. */
export function deleteOldMails(db: Db, state: keyof typeof ended, before: number, atMost: number) {
  const oldest = sql`select id, created_at from ${ended[state]} order by id limit ${atMost}`
  return db
    .delete(mailOutbox)
    .where(sql`${mailOutbox.id} in (select id from (${oldest}) where created_at < ${before})`)
}
