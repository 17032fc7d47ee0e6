import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { LinkKind } from '#contract/values/accounts/account'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { challenges, mailTokens, users } from '../../schema'
import { deleteEmailChange } from './email-changes'
import { deleteUnconfirmedTotp } from './second-factor'

export interface NewMailToken {
  hash: string
  kind: LinkKind
  /** The address that the link was sent for; defaults to the account's own. */
  email?: string
}

/**
 * Replaces the tokens of a kind for each account selected by `accounts`, a condition on users. Without a
 * match the same statements run and change nothing, so that their duration reveals nothing.
 */
export function replaceMailTokens(
  db: Db,
  { hash, kind, email }: NewMailToken,
  { now, expiresAt }: { now: number; expiresAt: number },
  accounts: Condition,
) {
  const ids = sql`(select id from users where ${accounts})`
  return [
    db.delete(mailTokens).where(and(sql`${mailTokens.userId} in ${ids}`, eq(mailTokens.kind, kind))),
    insertFrom(
      db,
      mailTokens,
      { hash, kind, userId: sql`id`, email: email ?? sql`email`, createdAt: now, expiresAt },
      sql`from users where ${accounts}`,
    ),
  ] as const
}

/**
 * A presented token: its hash, the kinds it may be used as, the time, and the account signed in where it is
 * used.
 */
export interface BroughtToken {
  hash: string
  kinds: readonly LinkKind[]
  now: number
  /** Null: no one is signed in. */
  actorId: number | null
}

/**
 * Holds, for `mail_tokens t` joined with its account `u`, while the token is valid: not expired, for the
 * account's current or requested address, and not for an account other than the one signed in.
 */
function whereLinkGood({ hash, kinds, now, actorId }: BroughtToken): Condition {
  const own = actorId === null ? always : sql`u.id = ${actorId}`
  return condition(sql`t.hash = ${hash} and t.kind in ${kinds} and t.expires_at > ${now} and u.deleting_at is null and ${own}
    and t.email = case t.kind when 'email-new'
      then (select c.email from email_changes c where c.user_id = u.id) else u.email end`)
}

const tokenWithAccount = sql`mail_tokens t join users u on u.id = t.user_id`

/** Holds while the token is valid: the guard of every statement that it triggers. */
export function whereTokenGood(token: BroughtToken): Condition {
  return condition(sql`exists (select 1 from ${tokenWithAccount} where ${whereLinkGood(token)})`)
}

/** Returns the account of a valid token. */
export function tokenAccount(db: Db, token: BroughtToken) {
  const good = sql`${mailTokens.hash} in (select t.hash from ${tokenWithAccount} where ${whereLinkGood(token)})`
  return db
    .select({
      kind: mailTokens.kind,
      userId: mailTokens.userId,
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      staff: users.staff,
      passkeys: sql<number>`(select count(*) from passkeys where user_id = ${users.id})`.as('passkey_count'),
    })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(and(eq(mailTokens.hash, token.hash), good))
}

/** Uses a token up, as the last statement of the batch that it triggers; only the first call gets a row. */
export function spendMailToken(db: Db, token: BroughtToken) {
  return db
    .delete(mailTokens)
    .where(and(eq(mailTokens.hash, token.hash), whereTokenGood(token)))
    .returning({ userId: mailTokens.userId })
}

export function deleteMailTokensOf(db: Db, userId: number, onlyIf: Condition) {
  return db.delete(mailTokens).where(and(eq(mailTokens.userId, userId), onlyIf))
}

export function deleteChallengesOf(db: Db, userId: number, onlyIf: Condition) {
  return db.delete(challenges).where(and(eq(challenges.userId, userId), onlyIf))
}

/**
 * Voids everything begun with the account's password or address: emailed links, challenges, tickets between
 * password and second factor, a requested address, an app without its first code. Part of every batch that
 * changes who may sign in; the links go last, since `onlyIf` may depend on one of them.
 */
export function endEverythingBegun(db: Db, userId: number, onlyIf: Condition) {
  return [
    deleteChallengesOf(db, userId, onlyIf),
    deleteEmailChange(db, userId, onlyIf),
    deleteUnconfirmedTotp(db, userId, onlyIf),
    deleteMailTokensOf(db, userId, onlyIf),
  ] as const
}

export function deleteLateMailTokens(db: Db, now: number, atMost: number) {
  const late = db
    .select({ hash: mailTokens.hash })
    .from(mailTokens)
    .where(lte(mailTokens.expiresAt, now))
    .limit(atMost)
  return db.delete(mailTokens).where(inArray(mailTokens.hash, late))
}
