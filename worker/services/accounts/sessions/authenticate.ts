import { staffRoleOf } from '#contract/values/accounts/appointments'
import { roleOf, type StaffRole } from '#contract/values/accounts/roles'
import type { Db } from '#db/client'
import { sessionWithAccount, touchSession } from '#db/queries/accounts/sessions'
import { countryOf } from '#worker/policy/regions'
import { type Actor, type ServiceContext, type UserActor, visitor } from '../../context'
import { boundsOf } from './bounds'
import type { SessionClaims } from './token'

/** A session is marked as seen at most this often, so that reads stay reads. */
const touchMs = 3600_000

/**
 * Returns the actor of a token from the database. Ended sessions, bans and changed roles take effect with
 * this request or, where a replica is asked, once it knows of them.
 */
export async function authenticate(
  db: Db,
  claims: SessionClaims | null,
  { now, defer, client }: Pick<ServiceContext, 'now' | 'defer' | 'client'>,
): Promise<Actor> {
  if (!claims) return visitor
  const [row] = await sessionWithAccount(db, claims.sessionId)
  if (!row || row.userId !== claims.userId || row.sessionTokenVersion !== row.current) return visitor
  if (isBanned(row, now)) return visitor
  const idle = now - row.seenAt
  const staff = staffRoleOf(row)
  const bounds = boundsOf({ staff })
  if (idle > bounds.idle || now - row.startedAt > bounds.whole) return visitor
  if (idle > touchMs)
    defer(touchSession(db, claims.sessionId, now, countryOf(client.place)).then(() => undefined))
  return {
    kind: 'user',
    id: row.userId,
    username: row.username,
    email: row.email,
    emailVerifiedAt: row.emailVerifiedAt,
    createdAt: row.createdAt,
    staff,
    savesHistory: row.savesHistory,
    mutedNotices: row.mutedNotices,
    noticesReadAt: row.noticesReadAt,
    premiumUntil: row.premiumUntil,
    latestClaim: row.latestClaim,
    sessionId: claims.sessionId,
    startedAt: row.startedAt,
    tokenVersion: row.sessionTokenVersion,
    confirmedAt: row.confirmedAt,
    role: userRole(staff, row.premiumUntil, now),
  }
}

export interface Bannable {
  banReason: string | null
  banUntil: number | null
}

/** Tells whether a ban is in force: one whose term is over ends without any write. */
export function isBanned<Row extends Bannable>(row: Row, now: number): row is Row & { banReason: string } {
  return row.banReason !== null && (row.banUntil === null || row.banUntil > now)
}

export function userRole(
  staff: StaffRole | null,
  premiumUntil: number | null,
  now: number,
): UserActor['role'] {
  const role = roleOf({ staff, isPremium: premiumUntil !== null && premiumUntil > now })
  if (role === 'visitor') throw new Error('An account is no visitor')
  return role
}
