import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import type { StaffRole } from '#contract/values/accounts/roles'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { legalAcceptances, legalDocuments, subscriptions, users } from '../../schema'
import { whereLeaving } from '../shared/account-standing'
import { latestClaim } from './latest-claim'

/** Returns the account named in a sign-in, with the facts that decide whether it may sign in. */
export function accountByUsername(db: Db, canonical: string) {
  return accountForSignIn(db, condition(eq(users.usernameCanonical, canonical)))
}

/** Returns an account for a sign-in that has identified it in another way: by a ticket or a passkey. */
export function accountById(db: Db, userId: number) {
  return accountForSignIn(db, condition(eq(users.id, userId)))
}

function accountForSignIn(db: Db, where: Condition) {
  return db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
      isAdmin: users.isAdmin,
      staff: users.staff,
      savesHistory: users.savesHistory,
      mutedNotices: users.mutedNotices,
      noticesReadAt: users.noticesReadAt,
      tokenVersion: users.tokenVersion,
      createdAt: users.createdAt,
      premiumUntil: subscriptions.premiumUntil,
      latestClaim: latestClaim(users.id),
      banReason: users.banReason,
      banUntil: users.banUntil,
      deleteAt: users.deleteAt,
      deletingAt: users.deletingAt,
      hasTotp: sql<number>`exists (select 1 from totp_secrets
        where user_id = ${users.id} and confirmed_at is not null)`.as('has_totp'),
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(where)
}

export type AccountForSignIn = Awaited<ReturnType<typeof accountForSignIn>>[number]

/** Returns the account with this name or, where an email address is accepted, with this address. */
export function accountIdNamed(db: Db, usernameCanonical: string, emailCanonical?: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        eq(users.usernameCanonical, usernameCanonical),
        emailCanonical === undefined ? undefined : eq(users.emailCanonical, emailCanonical),
      ),
    )
    .limit(1)
}

/** Returns the account with this name, unless it is leaving. */
export function stayingAccountNamed(db: Db, usernameCanonical: string) {
  return db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      isAdmin: users.isAdmin,
      staff: users.staff,
    })
    .from(users)
    .where(and(eq(users.usernameCanonical, usernameCanonical), not(whereLeaving('users'))))
}

/** Returns the recipient of emails about an account; none while or after it is erased. */
export function accountOf(db: Db, userId: number) {
  return db
    .select({ id: users.id, email: users.email, username: users.username })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletingAt)))
}

/** Returns the accounts that a new one would clash with: by name, similar name or address. */
export function clashingAccounts(db: Db, names: { canonical: string; skeleton: string; email: string }) {
  return db
    .select({ emailCanonical: users.emailCanonical })
    .from(users)
    .where(
      or(
        eq(users.usernameCanonical, names.canonical),
        eq(users.usernameSkeleton, names.skeleton),
        eq(users.emailCanonical, names.email),
      ),
    )
}

export function insertUser(db: Db, user: typeof users.$inferInsert) {
  return db.insert(users).values(user).returning({ id: users.id })
}

/** Records an account's consent to the newest version of each document, in the batch that creates it. */
export function acceptDocuments(db: Db, usernameCanonical: string, slugs: readonly string[], now: number) {
  return insertFrom(
    db,
    legalAcceptances,
    {
      userId: sql`(select id from users where username_canonical = ${usernameCanonical})`,
      slug: legalDocuments.slug,
      version: sql`max(${legalDocuments.version})`,
      acceptedAt: now,
    },
    sql`from ${legalDocuments} where ${legalDocuments.slug} in ${slugs} group by ${legalDocuments.slug}`,
  )
}

/** Gives or takes a role and ends the account's sessions, since a new role requires a new sign-in. */
export function setRole(db: Db, userId: number, role: StaffRole | null, onlyIf: Condition) {
  return db
    .update(users)
    .set({
      isAdmin: role === 'administrator' || role === 'owner',
      staff: role === 'administrator' ? null : role,
      tokenVersion: sql`${users.tokenVersion} + 1`,
    })
    .where(and(eq(users.id, userId), onlyIf))
    .returning({ id: users.id })
}

export function passwordHashOf(db: Db, userId: number) {
  return db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
}

/** Replaces the hash of an unchanged password; a password that was changed since `from` was read stays. */
export function renewPasswordHash(db: Db, userId: number, from: string, to: string) {
  return db
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, from)))
    .returning({ id: users.id })
}

/** Staff's settings for an account as an uploader; null limits are the same as everyone's. */
export type UploaderSettings = Pick<
  typeof users.$inferInsert,
  'trustedAt' | 'quotaBytes' | 'publishesPerDay' | 'openUploads'
>

export function setUploader(db: Db, userId: number, set: UploaderSettings, onlyIf: Condition) {
  return db
    .update(users)
    .set(set)
    .where(and(eq(users.id, userId), onlyIf))
}

/** Marks an account's address as verified; the time of the first verification stays. */
export function markEmailVerified(db: Db, userId: number, now: number, onlyIf: Condition) {
  return db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})` })
    .where(and(eq(users.id, userId), onlyIf))
}
