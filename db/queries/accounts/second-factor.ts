import { and, count, eq, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { rolesToReset } from '#contract/values/accounts/appointments'
import type { StaffRole } from '#contract/values/accounts/roles'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { factorResets, recoveryCodes, totpSecrets, users } from '../../schema'
import { whereRoleAmong } from '../shared/account-standing'

export function totpOf(db: Db, userId: number) {
  return db
    .select({ secret: totpSecrets.secret, confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
}

/** Returns a row when sign-in requires an app's codes. */
export function totpInForce(db: Db, userId: number) {
  return db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
}

/** Stores a secret that awaits its first code. It replaces a pending one, never a confirmed one. */
export function putPendingTotp(db: Db, userId: number, secret: string, now: number) {
  return db
    .insert(totpSecrets)
    .values({ userId, secret, createdAt: now })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret, createdAt: now, lastStep: 0 },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
}

/** Holds while this secret of the account awaits its first code. */
export function whereTotpPending(userId: number, secret: string): Condition {
  return condition(sql`exists (select 1 from totp_secrets
    where user_id = ${userId} and secret = ${secret} and confirmed_at is null)`)
}

/** Comes last in its batch, since the other statements depend on whereTotpPending. */
export function confirmPendingTotp(
  db: Db,
  userId: number,
  { secret, step }: { secret: string; step: number },
  now: number,
  onlyIf: Condition,
) {
  return db
    .update(totpSecrets)
    .set({ confirmedAt: now, lastStep: step })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        eq(totpSecrets.secret, secret),
        isNull(totpSecrets.confirmedAt),
        lt(totpSecrets.lastStep, step),
        onlyIf,
      ),
    )
    .returning({ userId: totpSecrets.userId })
}

/** Uses a step's code, which works once and rules out all earlier ones. `next` replaces the secret `read`. */
export function spendStep(
  db: Db,
  userId: number,
  { step, read, next }: { step: number; read: string; next: string },
  onlyIf: Condition,
) {
  return db
    .update(totpSecrets)
    .set({ lastStep: step, secret: next })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        eq(totpSecrets.secret, read),
        isNotNull(totpSecrets.confirmedAt),
        lt(totpSecrets.lastStep, step),
        onlyIf,
      ),
    )
    .returning({ userId: totpSecrets.userId })
}

export function deleteTotp(db: Db, userId: number, onlyIf = always) {
  return db
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), onlyIf))
    .returning({ confirmedAt: totpSecrets.confirmedAt })
}

/** Deletes a secret that awaits its first code. */
export function deleteUnconfirmedTotp(db: Db, userId: number, onlyIf: Condition) {
  return deleteTotp(db, userId, condition(sql`(confirmed_at is null and ${onlyIf})`))
}

/** Holds while sign-in requires an app's codes. */
export function whereTotpInForce(userId: number | SQL): Condition {
  return condition(
    sql`exists (select 1 from totp_secrets where user_id = ${userId} and confirmed_at is not null)`,
  )
}

export function recoveryHashesOf(db: Db, userId: number) {
  return db.select({ hash: recoveryCodes.hash }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Replaces the account's recovery codes with a new set. */
export function replaceRecoveryCodes(db: Db, userId: number, hashes: string[], onlyIf: Condition) {
  return [
    deleteRecoveryCodes(db, userId, onlyIf),
    {
      written: insertFrom(
        db,
        recoveryCodes,
        { userId, hash: sql`value` },
        sql`from json_each(${JSON.stringify(hashes)}) where ${onlyIf}`,
      ).returning({ hash: recoveryCodes.hash }),
    },
  ] as const
}

export function deleteRecoveryCodes(db: Db, userId: number, onlyIf = always) {
  return db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), onlyIf))
}

/**
 * Uses up a recovery code. `hashes` are the hashes of that one code, under each key that may have been in
 * use.
 */
export function spendRecoveryCode(db: Db, userId: number, hashes: string[], onlyIf: Condition) {
  return db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.hash, hashes), onlyIf))
    .returning({ hash: recoveryCodes.hash })
}

/**
 * Holds for a request to reset an account's second factor, joined as `users`, if this actor may decide it.
 */
export function whereResetReachable(actor: { id: number; staff: StaffRole | null }, now: number): Condition {
  return condition(sql`(${factorResets.expiresAt} > ${now} and ${factorResets.userId} <> ${actor.id}
    and ${whereRoleAmong('users', rolesToReset(actor.staff))})`)
}

/**
 * Returns the number of other people's requests to reset a second factor that this actor may confirm, up to a
 * limit.
 */
export function resetsToConfirm(
  db: Db,
  actor: { id: number; staff: StaffRole | null },
  now: number,
  atMost: number,
) {
  const rows = db
    .select({ id: factorResets.userId })
    .from(factorResets)
    .innerJoin(users, eq(users.id, factorResets.userId))
    .where(
      and(
        whereResetReachable(actor, now),
        ne(factorResets.requestedBy, actor.id),
        // The factor may have been turned off in another way since.
        whereTotpInForce(sql`"factor_resets"."user_id"`),
      ),
    )
    .limit(atMost)
    .as('waiting')
  return db.select({ count: count() }).from(rows)
}
