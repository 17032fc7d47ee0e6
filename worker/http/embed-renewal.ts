import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AppEnv } from '../env'
import { readRenewal } from '../storage/media-token'

/**
 * Cookie of a frame's partition: while it lasts, the frame keeps its URLs, so that a film needs no new ones
 * midway. Where browsers refuse it, the player loads the same second by a new URL.
 */
export const renewalCookie = 'embed_renewal'

/** Returns until when this browser's frames may keep their URLs; 0 without the cookie. */
export function renewedUntil(c: Context<AppEnv>): number {
  return readRenewal(c.var.ctx.config.mediaKey, getCookie(c, renewalCookie) ?? '')
}
