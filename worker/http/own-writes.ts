import type { Context } from 'hono'
import type { Reading } from '../compose'
import type { Config } from '../config'
import type { AppEnv } from '../env'
import { readOwnCookie, writeOwnCookie } from './cookies'

// Whoever has written reads what they wrote: a cookie has the bookmark that a replica must have come to.

const name = 'written'
/** Replicas and the copies at the edge have long come to it by then. */
export const writtenSeconds = 60
/** What D1 writes. Anything else would fail a read. */
const form = /^[\da-f]{8}-[\da-f]{8}-[\da-f]{8}-[\da-f]{32}$/

/**
 * Returns how a request reads: from the nearest replica and the edge's copies where it only reads; from the primary
 * otherwise, whose bookmark is there for what it writes. Later reads of a write are from any replica that has come to
 * what it knows, so what it decides by stands in its statements. Media asks for revocations, which no replica may be
 * late with.
 */
export function readingOf(
  c: Context<AppEnv>,
  config: Config,
): { reading: Reading; bookmark?: () => string | null } {
  const { DB } = c.env
  const written = readOwnCookie(c, config, name)
  const after = written !== undefined && form.test(written) ? written : null
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const session = DB.withSession('first-primary')
    return { reading: { d1: session, isPrimary: true, near: false }, bookmark: () => session.getBookmark() }
  }
  if (c.req.path.startsWith('/media/')) return { reading: { d1: DB, isPrimary: true, near: after === null } }
  const d1 = DB.withSession(after ?? 'first-unconstrained')
  return { reading: { d1, isPrimary: false, near: after === null } }
}

/** Has the browser's reads know of what it has just written. */
export function rememberWrite(c: Context<AppEnv>, config: Config, bookmark: string | null): void {
  if (bookmark !== null) writeOwnCookie(c, config, { name, value: bookmark, maxAge: writtenSeconds })
}
