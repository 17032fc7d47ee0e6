import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { StaffRole } from '#contract/values/accounts/roles'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { accountNotes, accountWarnings, factorResets, users } from '../../schema'
import { whereResetReachable } from '../accounts/second-factor'
import { whereBanned, whereLeaving, whereRoleAmong } from '../shared/account-standing'
import { indexedBy } from '../shared/index-hints'

interface Written {
  userId: number
  text: string
  by: number
  at: number
}

export function insertWarning(db: Db, { userId, text, by, at }: Written, onlyIf: Condition) {
  return insertFrom(db, accountWarnings, { userId, text, warnedBy: by, at }, sql`where ${onlyIf}`)
}

export function insertNote(db: Db, { userId, text, by, at }: Written, onlyIf: Condition) {
  return insertFrom(db, accountNotes, { userId, text, authorId: by, at }, sql`where ${onlyIf}`)
}

/** Holds unless the same person has warned the account in the same words since a time. */
export function whereNotWarned({ userId, text, by }: Written, since: number): Condition {
  return condition(sql`not exists (select 1 from account_warnings said where said.user_id = ${userId}
    and said.warned_by = ${by} and said.text = ${text} and said.at > ${since})`)
}

/** Returns the warnings on which `whereNotWarned` fails. */
export function sameWarnings(db: Db, { userId, text, by }: Written, since: number) {
  const { id, at, warnedBy } = accountWarnings
  const alike = and(eq(warnedBy, by), eq(accountWarnings.text, text), gt(at, since))
  return db
    .select({ id })
    .from(accountWarnings)
    .where(and(eq(accountWarnings.userId, userId), alike))
}

/** Holds unless the same person has written the same note since a time. */
export function whereNotNoted({ userId, text, by }: Written, since: number): Condition {
  return condition(sql`not exists (select 1 from account_notes said where said.user_id = ${userId}
    and said.author_id = ${by} and said.text = ${text} and said.at > ${since})`)
}

/** Returns the notes on which `whereNotNoted` fails. */
export function sameNotes(db: Db, { userId, text, by }: Written, since: number) {
  const { id, at, authorId } = accountNotes
  const alike = and(eq(authorId, by), eq(accountNotes.text, text), gt(at, since))
  return db
    .select({ id })
    .from(accountNotes)
    .where(and(eq(accountNotes.userId, userId), alike))
}

/** Newest first. */
export function warningsOf(db: Db, userId: number, atMost: number) {
  return db
    .select({
      id: accountWarnings.id,
      at: accountWarnings.at,
      text: accountWarnings.text,
      by: sql<string>`coalesce(${users.username}, '')`.as('warned_by_name'),
      acknowledgedAt: accountWarnings.acknowledgedAt,
    })
    .from(accountWarnings)
    .leftJoin(users, eq(users.id, accountWarnings.warnedBy))
    .where(eq(accountWarnings.userId, userId))
    .orderBy(desc(accountWarnings.id))
    .limit(atMost)
}

/** Newest first. */
export function notesOf(db: Db, userId: number, atMost: number) {
  return db
    .select({
      id: accountNotes.id,
      at: accountNotes.at,
      text: accountNotes.text,
      by: sql<string>`coalesce(${users.username}, '')`.as('author_name'),
    })
    .from(accountNotes)
    .leftJoin(users, eq(users.id, accountNotes.authorId))
    .where(eq(accountNotes.userId, userId))
    .orderBy(desc(accountNotes.id))
    .limit(atMost)
}

/** Returns warnings that their owner hasn't acknowledged, oldest first. */
export function openWarningsOf(db: Db, userId: number, atMost: number) {
  return db
    .select({ id: accountWarnings.id, at: accountWarnings.at, text: accountWarnings.text })
    .from(accountWarnings)
    .where(and(eq(accountWarnings.userId, userId), isNull(accountWarnings.acknowledgedAt)))
    .orderBy(asc(accountWarnings.id))
    .limit(atMost)
}

/** Marks a warning as acknowledged; the time of the first acknowledgement stays. */
export function acknowledgeWarning(db: Db, userId: number, id: number, now: number) {
  return db
    .update(accountWarnings)
    .set({ acknowledgedAt: sql`coalesce(${accountWarnings.acknowledgedAt}, ${now})` })
    .where(and(eq(accountWarnings.id, id), eq(accountWarnings.userId, userId)))
    .returning({ id: accountWarnings.id })
}

/** Inserts a request to reset a second factor, in place of an expired one. */
export function insertFactorReset(db: Db, row: typeof factorResets.$inferInsert, onlyIf: Condition) {
  const { requestedBy, reason, requestedAt, expiresAt } = row
  return insertFrom(db, factorResets, row, sql`where ${onlyIf}`).onConflictDoUpdate({
    target: factorResets.userId,
    set: { requestedBy, reason, requestedAt, expiresAt },
  })
}

/** Holds while a request to reset this account's second factor waits. */
export function whereFactorResetOpen(userId: number, now: number): Condition {
  return condition(sql`exists (select 1 from factor_resets asked where asked.user_id = ${userId}
    and asked.expires_at > ${now})`)
}

/**
 * Holds while a request was made by someone else who still has one of these roles and may act, and concerns
 * the factor in force.
 */
export function whereAskedByAnother(
  userId: number,
  actorId: number,
  roles: readonly StaffRole[],
  now: number,
): Condition {
  return condition(sql`exists (select 1 from factor_resets asked join totp_secrets t on t.user_id = asked.user_id
    join users requester on requester.id = asked.requested_by
    where asked.user_id = ${userId} and asked.requested_by <> ${actorId} and t.confirmed_at <= asked.requested_at
    and ${whereRoleAmong('requester', roles)} and not ${whereBanned('requester', now)}
    and not ${whereLeaving('requester')})`)
}

export function deleteFactorReset(db: Db, userId: number, onlyIf: Condition) {
  return db.delete(factorResets).where(and(eq(factorResets.userId, userId), onlyIf))
}

/** Deletes requests that no one confirmed in time. */
export function deleteLapsedFactorResets(db: Db, now: number, atMost: number) {
  const lapsed = sql`(select user_id from ${indexedBy(factorResets, 'factor_resets_expires')}
    where expires_at <= ${now} limit ${atMost})`
  return db.delete(factorResets).where(sql`${factorResets.userId} in ${lapsed}`)
}

export function factorResetOf(db: Db, userId: number, now: number) {
  return db
    .select({
      requestedBy: factorResets.requestedBy,
      username: sql<string>`coalesce(${users.username}, '')`.as('requester_name'),
      reason: factorResets.reason,
      requestedAt: factorResets.requestedAt,
      expiresAt: factorResets.expiresAt,
    })
    .from(factorResets)
    .leftJoin(users, eq(users.id, factorResets.requestedBy))
    .where(and(eq(factorResets.userId, userId), gt(factorResets.expiresAt, now)))
}

/**
 * Returns the accounts within these roles, except the actor's own, for which a reset of the second factor is
 * requested. The first to expire comes first.
 */
export function openFactorResets(
  db: Db,
  now: number,
  actor: { id: number; staff: StaffRole | null },
  atMost: number,
) {
  return db
    .select({ id: factorResets.userId, username: users.username, requestedBy: factorResets.requestedBy })
    .from(factorResets)
    .innerJoin(users, eq(users.id, factorResets.userId))
    .where(whereResetReachable(actor, now))
    .orderBy(asc(factorResets.expiresAt))
    .limit(atMost)
}
