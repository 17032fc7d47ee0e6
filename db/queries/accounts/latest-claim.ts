import { type SQL, sql } from 'drizzle-orm'
import { type ClaimStatus, waitingClaims } from '#contract/values/payments/payments'
import { claims, type users } from '../../schema'

/** The claim that matters most to an account: the newest that waits, or else the newest of all. */
export interface LatestClaim {
  status: ClaimStatus
  /** When it was decided; null while it waits. */
  decidedAt: number | null
}

/** Later than any time in milliseconds. */
const beyondTime = 1e14

/**
 * Returns a column with the account's latest claim, so that reading the account needs no extra trip.
 *
 * With `max`, SQLite takes the other columns from the row that has the maximum; an order would cost a row
 * even without any claims.
 */
export function latestClaim(userId: typeof users.id | SQL) {
  const rank = sql`max((${claims.status} in ${[...waitingClaims]}) * ${beyondTime} + ${claims.createdAt})`
  const json = sql`json_object('status', ${claims.status}, 'decidedAt', ${claims.decidedAt}, 'rank', ${rank})`
  return sql<LatestClaim | null>`(select ${json} from ${claims} where ${claims.userId} = ${userId})`
    .mapWith((text: string) => {
      const { status, decidedAt }: { status: ClaimStatus | null; decidedAt: number | null } = JSON.parse(text)
      return status && { status, decidedAt }
    })
    .as('latest_claim')
}
