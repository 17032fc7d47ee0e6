import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type ClaimStatus, waitingClaims } from '#contract/values/payments/payments'
import type { Db } from '../../client'
import { claims, users } from '../../schema'

// Claims as an administrator sees them.

const rivalCount = sql<number>`(select count(*) from claims rival where rival.kind = ${claims.kind}
  and rival.ref = ${claims.ref} and rival.user_id <> ${claims.userId} and rival.status not in ('rejected', 'expired'))`

function shown(db: Db) {
  return db
    .select({ claim: claims, username: users.username, rivals: rivalCount.as('rivals') })
    .from(claims)
    .innerJoin(users, eq(users.id, claims.userId))
}

export function shownClaim(db: Db, id: string) {
  return shown(db).where(eq(claims.id, id))
}

export type ShownClaim = Awaited<ReturnType<typeof shownClaim>>[number]

/** Returns waiting claims oldest first, closed ones newest first. */
export function claimsPage(
  db: Db,
  status: ClaimStatus,
  atMost: number,
  after?: { createdAt: number; id: string },
) {
  const direction = waitingClaims.includes(status) ? asc : desc
  const beyond =
    after &&
    (waitingClaims.includes(status)
      ? sql`(${claims.createdAt}, ${claims.id}) > (${after.createdAt}, ${after.id})`
      : sql`(${claims.createdAt}, ${claims.id}) < (${after.createdAt}, ${after.id})`)
  return shown(db)
    .where(and(eq(claims.status, status), beyond))
    .orderBy(direction(claims.createdAt), direction(claims.id))
    .limit(atMost)
}
