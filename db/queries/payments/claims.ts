import { and, eq, gt, inArray, isNull, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { type ClaimStatus, waitingClaims } from '#contract/values/payments/payments'
import type { Plan } from '#contract/values/payments/prices'
import { hour, minute } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { condition } from '../../conditions'
import { claims, paymentRefs } from '../../schema'

export type ClaimRow = typeof claims.$inferSelect
export type NewClaim = Pick<
  ClaimRow,
  | 'id'
  | 'userId'
  | 'method'
  | 'kind'
  | 'ref'
  | 'plan'
  | 'coin'
  | 'amountMinor'
  | 'bankId'
  | 'termsVersion'
  | 'consentAt'
  | 'createdAt'
> & { soldVideoId: SQL }

/** Statuses of claims that no longer block others. */
const dropped: ClaimStatus[] = ['rejected', 'expired']

const whereOpen = condition(inArray(claims.status, [...waitingClaims]))

/**
 * Inserts a claim, or updates the account's earlier one for the same reference; an expired one restarts.
 * Granted and rejected claims stay.
 */
export function putClaim(db: Db, claim: NewClaim) {
  const began = sql`case when ${claims.status} = 'expired' then excluded.created_at else ${claims.createdAt} end`
  return db
    .insert(claims)
    .values({ ...claim, nextCheckAt: claim.createdAt })
    .onConflictDoUpdate({
      target: [claims.userId, claims.kind, claims.ref],
      set: {
        method: claim.method,
        plan: claim.plan,
        // A claim that is sent again, perhaps after a change of prices, is still about the same payment. A
        // payment made before the change and first claimed after it shows the old amount, so an administrator
        // decides.
        amountMinor: sql`case when ${claims.plan} = excluded.plan
          then ${claims.amountMinor} else excluded.amount_minor end`,
        bankId: claim.bankId,
        termsVersion: claim.termsVersion,
        consentAt: sql`coalesce(excluded.consent_at, ${claims.consentAt})`,
        soldVideoId: sql`coalesce(${claim.soldVideoId}, ${claims.soldVideoId})`,
        status: sql`case when ${claims.status} = 'expired' then 'submitted' else ${claims.status} end`,
        checks: sql`case when ${claims.status} = 'expired' then 0 else ${claims.checks} end`,
        createdAt: began,
        nextCheckAt: claim.createdAt,
        decidedAt: null,
        reviewNote: null,
      },
      setWhere: notInArray(claims.status, ['granted', 'rejected']),
    })
}

export function ownClaim(db: Db, { userId, kind, ref }: Pick<ClaimRow, 'userId' | 'kind' | 'ref'>) {
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.userId, userId), eq(claims.kind, kind), eq(claims.ref, ref)))
}

export function claimById(db: Db, id: string) {
  return db.select().from(claims).where(eq(claims.id, id))
}

const rivalColumns = {
  id: claims.id,
  userId: claims.userId,
  status: claims.status,
  paymentId: claims.paymentId,
}
export type Rival = Pick<ClaimRow, keyof typeof rivalColumns>

type Claimed = Pick<ClaimRow, 'userId' | 'kind' | 'ref'>

/** Returns other accounts' claims of the same reference. */
export function rivalsOf(db: Db, claimed: Claimed) {
  return rivals(db, claimed, eq(claims.ref, claimed.ref))
}

/** Returns other accounts' claims of the same payment by another of its references. */
export function rivalsByPayment(db: Db, claimed: Claimed, paymentId: string) {
  const refs = db
    .select({ ref: paymentRefs.ref })
    .from(paymentRefs)
    .where(and(eq(paymentRefs.paymentId, paymentId), ne(paymentRefs.ref, claimed.ref)))
  return rivals(db, claimed, inArray(claims.ref, refs))
}

function rivals(db: Db, { userId, kind }: Claimed, refs: SQL) {
  return db
    .select(rivalColumns)
    .from(claims)
    .where(and(eq(claims.kind, kind), refs, ne(claims.userId, userId), notInArray(claims.status, dropped)))
}

/**
 * Hands claims to an administrator: they aren't checked automatically any more before they expire. Each shows
 * the finding.
 */
export function contestClaims(
  db: Db,
  ids: string[],
  { finding, paymentId, runsOutAfter }: { finding: string; paymentId: string | null; runsOutAfter: number },
) {
  return db
    .update(claims)
    .set({
      status: 'review',
      finding,
      paymentId: sql`coalesce(${claims.paymentId}, ${paymentId})`,
      nextCheckAt: sql`${claims.createdAt} + ${runsOutAfter}`,
    })
    .where(and(inArray(claims.id, ids), whereOpen))
}

/** Records the finding of a check. */
export function noteLook(
  db: Db,
  id: string,
  look: Pick<ClaimRow, 'finding' | 'paymentId' | 'nextCheckAt'> & { status: ClaimStatus },
) {
  return db
    .update(claims)
    .set(look)
    .where(and(eq(claims.id, id), whereOpen))
}

export interface Decision {
  now: number
  reviewerId: number | null
  reviewNote: string | null
}

/**
 * Grants a claim; in the batch of the grant, which requires that this changes a row. The plan is the one paid
 * for.
 */
export function grantClaim(db: Db, id: string, paymentId: string, plan: Plan, decision: Decision) {
  return db
    .update(claims)
    .set({ status: 'granted', paymentId, plan, finding: '', ...decided(decision) })
    .where(and(eq(claims.id, id), whereOpen))
}

export function rejectClaim(db: Db, id: string, decision: Decision) {
  return db
    .update(claims)
    .set({ status: 'rejected', ...decided(decision) })
    .where(and(eq(claims.id, id), whereOpen))
}

export function expireClaim(db: Db, id: string, decision: Decision) {
  return db
    .update(claims)
    .set({ status: 'expired', ...decided(decision) })
    .where(and(eq(claims.id, id), whereOpen))
}

function decided({ now, reviewerId, reviewNote }: Decision) {
  return { reviewerId, reviewNote, decidedAt: now, nextCheckAt: null, soldVideoId: null }
}

/**
 * Time between two checks: 1, 2, 5 and 15 minutes, an hour, then six hours. By then the payer has long gone.
 */
const wait = sql`case ${claims.checks} when 0 then ${minute} when 1 then ${2 * minute} when 2 then ${5 * minute}
  when 3 then ${15 * minute} when 4 then ${hour} else ${6 * hour} end`

export function dueClaims(db: Db, now: number, atMost: number) {
  return db
    .select({ id: claims.id })
    .from(claims)
    .where(lte(claims.nextCheckAt, now))
    .orderBy(claims.nextCheckAt)
    .limit(atMost)
}

/**
 * Leases due claims by postponing them: a run that dies loses nothing, and no two runs hold the same claim.
 */
export function leaseDueClaims(db: Db, now: number, atMost: number) {
  const due = dueClaims(db, now, atMost)
  return db
    .update(claims)
    .set({ checks: sql`${claims.checks} + 1`, nextCheckAt: sql`${now} + ${wait}` })
    .where(and(inArray(claims.id, due), lte(claims.nextCheckAt, now)))
    .returning()
}

/** Makes the claims of a payment due, by its references, now that the provider has reported it. */
export function wakeClaims(db: Db, refs: string[], now: number) {
  return db
    .update(claims)
    .set({ nextCheckAt: now })
    .where(
      and(
        eq(claims.kind, 'reference'),
        inArray(claims.ref, refs),
        whereOpen,
        isNull(claims.paymentId),
        gt(claims.nextCheckAt, now),
      ),
    )
}

/** Leases a claim that is checked out of turn. */
export function leaseClaim(db: Db, id: string, now: number) {
  return db
    .update(claims)
    .set({ checks: sql`${claims.checks} + 1`, nextCheckAt: sql`${now} + ${wait}` })
    .where(and(eq(claims.id, id), whereOpen))
    .returning()
}
