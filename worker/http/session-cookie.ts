import type { Context } from 'hono'
import type { Config } from '../config'
import {
  readSessionToken,
  rememberAccount,
  type SessionClaims,
  signSessionToken,
  tokenSeconds,
} from '../services/accounts/sessions'
import type { ServiceContext, UserActor } from '../services/context'
import { dropOwnCookie, readOwnCookie, writeOwnCookie } from './cookies'

const name = 'session'

const deviceName = 'device'
/** 400 days, the most that browsers keep. */
export const deviceSeconds = 400 * 24 * 3600

/**
 * Age from which a token is reissued, in milliseconds. That extends its 30 days and keeps it valid for media,
 * which a token of staff opens for only 12 hours.
 */
const renewMs = ({ staff }: UserActor) => (staff ? 1 : 24) * 3600_000

export function readClaims(c: Context, config: Config, now: number): Promise<SessionClaims | null> {
  return readSessionToken(readOwnCookie(c, config, name), config, now)
}

export async function writeSessionCookie(c: Context, actor: UserActor): Promise<void> {
  const { config, now }: ServiceContext = c.var.ctx
  const maxAge = tokenSeconds(actor, now)
  const value = await signSessionToken(
    config,
    {
      userId: actor.id,
      sessionId: actor.sessionId,
      tokenVersion: actor.tokenVersion,
      premiumUntil: actor.premiumUntil,
      staff: actor.staff,
    },
    now,
    maxAge,
  )
  writeOwnCookie(c, config, { name, value, maxAge })
  writeDeviceCookie(c, actor)
}

/** Remembers that this browser belongs to the account's owner. Signing out leaves the cookie. */
export function writeDeviceCookie(c: Context, account: Pick<UserActor, 'id' | 'tokenVersion'>): void {
  const { config }: ServiceContext = c.var.ctx
  const value = rememberAccount(readDeviceCookie(c), account, config)
  writeOwnCookie(c, config, { name: deviceName, value, maxAge: deviceSeconds })
}

export function readDeviceCookie(c: Context): string | undefined {
  const { config }: ServiceContext = c.var.ctx
  return readOwnCookie(c, config, deviceName)
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
    claims.staff !== actor.staff ||
    now - claims.issuedAt > renewMs(actor)
  if (stale) await writeSessionCookie(c, actor)
}

/** Signs this browser out, and clears the site's files from its cache. */
export function clearSession(c: Context): void {
  const { config }: ServiceContext = c.var.ctx
  dropOwnCookie(c, config, name)
  c.header('clear-site-data', '"cache"')
}
