import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config'
import {
  readSessionToken,
  rememberAccount,
  type SessionClaims,
  sessionSeconds,
  signSessionToken,
} from '../services/accounts/sessions'
import type { ServiceContext, UserActor } from '../services/context'

const cookie = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** 400 days, the most that browsers keep. */
const deviceSeconds = 400 * 24 * 3600

/** An older token is reissued, which extends the 30 days and keeps it valid for media. */
const renewMs = 24 * 3600_000

export function readClaims(c: Context, config: Config, now: number): Promise<SessionClaims | null> {
  return readSessionToken(getCookie(c, 'session', 'host'), config, now)
}

export async function writeSessionCookie(c: Context, actor: UserActor): Promise<void> {
  const { config, now }: ServiceContext = c.var.ctx
  const token = await signSessionToken(
    config,
    {
      userId: actor.id,
      sessionId: actor.sessionId,
      tokenVersion: actor.tokenVersion,
      premiumUntil: actor.premiumUntil,
      isAdmin: actor.isAdmin,
    },
    now,
  )
  setCookie(c, 'session', token, { ...cookie, maxAge: sessionSeconds })
  writeDeviceCookie(c, actor)
}

/** Remembers that this browser belongs to the account's owner. Signing out leaves the cookie. */
export function writeDeviceCookie(c: Context, account: Pick<UserActor, 'id' | 'tokenVersion'>): void {
  const { config }: ServiceContext = c.var.ctx
  const value = rememberAccount(readDeviceCookie(c), account, config)
  setCookie(c, 'device', value, { ...cookie, maxAge: deviceSeconds })
}

export function readDeviceCookie(c: Context): string | undefined {
  return getCookie(c, 'device', 'host')
}

/**
 * Keeps the token's media rights in step with the account: after a purchase, a refund, a change of role. Part
 * of every answer that says who is signed in or signs a media URL.
 */
export async function refreshSessionCookie(c: Context, actor: UserActor): Promise<void> {
  const { config, now }: ServiceContext = c.var.ctx
  const claims = await readClaims(c, config, now)
  const stale =
    !claims ||
    claims.tokenVersion !== actor.tokenVersion ||
    claims.premiumUntil !== actor.premiumUntil ||
    claims.isAdmin !== actor.isAdmin ||
    now - claims.issuedAt > renewMs
  if (stale) await writeSessionCookie(c, actor)
}

export function clearSessionCookie(c: Context): void {
  deleteCookie(c, 'session', cookie)
}
