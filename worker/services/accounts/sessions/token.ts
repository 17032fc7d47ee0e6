import { jwtVerify, SignJWT } from 'jose'
import { type StaffRole, staffRoles } from '#contract/values/accounts/roles'
import type { Config } from '#worker/config'

/**
 * Claims of a session token. They grant nothing, since requests read the session's row; only media relies on
 * `premiumUntil` and `staff`, with revocations.
 */
export interface SessionClaims {
  userId: number
  sessionId: string
  tokenVersion: number
  premiumUntil: number | null
  staff: StaffRole | null
  /** Milliseconds since 1970. */
  issuedAt: number
}

export async function signSessionToken(
  config: Config,
  claims: Omit<SessionClaims, 'issuedAt'>,
  now: number,
  seconds: number,
): Promise<string> {
  const [key] = config.sessionKeys
  if (!key) throw new Error('No session key')
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({
    sid: claims.sessionId,
    tv: claims.tokenVersion,
    pu: claims.premiumUntil,
    st: claims.staff,
  })
    .setProtectedHeader({ alg: 'HS256', kid: key.id })
    .setSubject(String(claims.userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(new TextEncoder().encode(key.secret))
}

/** Returns the claims of a valid, unexpired token of ours; null for anything else. */
export async function readSessionToken(
  token: string | undefined,
  config: Config,
  now: number,
): Promise<SessionClaims | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = config.sessionKeys.find((candidate) => candidate.id === header.kid)
        if (!key) throw new Error('Unknown key id')
        return new TextEncoder().encode(key.secret)
      },
      {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'iat', 'sub', 'sid', 'tv'],
        currentDate: new Date(now),
        clockTolerance: 60,
      },
    )
    const { sub, sid, tv, pu, st, iat } = payload
    const userId = Number(sub)
    if (!Number.isSafeInteger(userId) || typeof sid !== 'string' || typeof tv !== 'number') return null
    return {
      userId,
      sessionId: sid,
      tokenVersion: tv,
      premiumUntil: typeof pu === 'number' ? pu : null,
      // A token of an earlier version has none, until a page renews it.
      staff: staffRoles.find((role) => role === st) ?? null,
      issuedAt: (iat ?? 0) * 1000,
    }
  } catch {
    return null
  }
}
