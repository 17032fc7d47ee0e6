import { type SQL, sql } from 'drizzle-orm'
import { type ClaimStatus, waitingClaims } from '#contract/values/payments/payments'
import { claims, type users } from '../../schema'

/** The claim that an account most needs to hear of: the newest that waits, else the newest at all. */
export interface LatestClaim {
  status: ClaimStatus
  /** When it was decided; null while it waits. */
  decidedAt: number | null
}

/** Later than any time in milliseconds. */
const beyondTime = 1e14

/**
 * Returns a column of the account's latest claim, so that reading the account needs no trip for it.
 *
 * Beside `max`, SQLite takes the other columns from the row that has it; an order would cost a row even where there
 * are no claims.
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
