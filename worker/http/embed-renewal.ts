import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AppEnv } from '../env'
import { readRenewal } from '../storage/media-token'

/**
 * Cookie of a frame's partition: while it lasts, the frame goes on with the URLs that it has, so that a film in
 * the middle needs no new ones. Where browsers refuse it, the player loads the same second by a new URL.
 */
export const renewalCookie = 'embed_renewal'

/** Returns until when this browser's frames may go on; 0 without the cookie. */
export function renewedUntil(c: Context<AppEnv>): number {
  return readRenewal(c.var.ctx.config.mediaKey, getCookie(c, renewalCookie) ?? '')
}
