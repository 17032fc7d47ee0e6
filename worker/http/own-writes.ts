import type { Context } from 'hono'
import type { Reading } from '../compose'
import type { Config } from '../config'
import type { AppEnv } from '../env'
import { readOwnCookie, writeOwnCookie } from './cookies'

// Browsers read their own writes: a cookie has the bookmark that a replica must have reached.

const name = 'written'
/** Replicas and the copies at the edge have long caught up by then. */
export const writtenSeconds = 60
/** The form of D1's bookmarks. Anything else would fail a read. */
const form = /^[\da-f]{8}-[\da-f]{8}-[\da-f]{8}-[\da-f]{32}$/

/**
 * Returns how a request reads: from the nearest replica and the edge's copies if it only reads; otherwise
 * from the primary, whose bookmark covers its writes. A write's later reads may come from any replica that
 * has reached that bookmark, so its guards belong in its statements. Media requests read revocations, for
 * which no replica may be late.
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

/** Makes the browser's next reads include what it has just written. */
export function rememberWrite(c: Context<AppEnv>, config: Config, bookmark: string | null): void {
  if (bookmark !== null) writeOwnCookie(c, config, { name, value: bookmark, maxAge: writtenSeconds })
}
