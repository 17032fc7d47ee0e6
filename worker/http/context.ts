import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Counts, compose, configOf } from '../compose'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { describeError, log } from '../log'
import { randomId } from '../storage/keys'
import { identityOf } from './identity'
import { readingOf, rememberWrite } from './own-writes'

/** Every answer is logged except media's, which are logged only if the site failed or took this long. */
const slowMs = 1000

/** Builds the request's context, and afterwards reports its cost. */
export function context(): MiddlewareHandler<AppEnv> {
  return async function contextMiddleware(c, next) {
    const from = Date.now()
    const config = configOf(c.env)
    const { production } = config
    const now = currentTime(c.req.header('x-test-now'), production)
    const defer = (work: Promise<unknown>) =>
      c.executionCtx.waitUntil(
        work.catch((error: unknown) =>
          log('error', 'later.failed', { requestId: origin.requestId, ...describeError(error) }),
        ),
      )
    const origin = {
      now,
      defer,
      requestId: c.req.header('cf-ray') ?? randomId(),
      client: {
        address: clientAddress(c.req.header('cf-connecting-ip')),
        userAgent: c.req.header('user-agent') ?? '',
        place: placeOf(c.req.raw.cf, c.req.header('x-test-region'), production),
      },
    }
    const { reading, bookmark } = readingOf(c, config)
    const { ctx, counts, primary } = await compose(c.env, origin, reading)
    c.set('ctx', ctx)
    c.set('identity', identityOf(c, ctx, primary))
    await next()
    // A refusal has written nothing that its browser could look for.
    if (bookmark && !c.var.isBarelyWrite && c.res.status < 400 && counts.d1.rowsWritten > 0)
      rememberWrite(c, config, bookmark())
    const { d1, r2, kv, cache } = counts
    const edge = `cache;desc="hits=${cache.hits} misses=${cache.misses}"`
    if (!production) {
      c.res.headers.append(
        'server-timing',
        `d1;desc="queries=${d1.queries} rows_read=${d1.rowsRead} rows_written=${d1.rowsWritten} trips=${d1.trips}", ` +
          `r2;desc="reads=${r2.reads} writes=${r2.writes}", kv;desc="reads=${kv.reads}", ${edge}`,
      )
      // Read by pages that report how they loaded.
    } else if (cache.hits + cache.misses > 0) c.res.headers.append('server-timing', edge)
    logAnswer(c, counts, Date.now() - from)
  }
}

/**
 * Logs the route's pattern rather than the URL, which may name a person or hold a key. Media that is served
 * or refused at once isn't logged: there is too much, and anyone may request invalid URLs without end.
 */
function logAnswer(c: Context<AppEnv>, { d1, r2, kv, cache }: Counts, ms: number): void {
  const { status } = c.res
  if (c.req.path.startsWith('/media/') && status < 500 && ms < slowMs) return
  log('info', 'request', {
    requestId: c.var.ctx.requestId,
    method: c.req.method,
    route: routePath(c),
    status,
    ...(c.error instanceof AppError && { refusal: c.error.code }),
    role: c.var.identity.role(),
    ms,
    d1Ms: d1.ms,
    d1Trips: d1.trips,
    d1RowsRead: d1.rowsRead,
    r2Ms: r2.ms,
    kvMs: kv.ms,
    cacheHits: cache.hits,
  })
}

/** Returns the time, which a test outside production may set. */
function currentTime(override: string | undefined, production: boolean): number {
  if (!production && override && /^\d{1,15}$/.test(override)) return Number(override)
  return Date.now()
}

/** Returns the place that Cloudflare names for a request, which a test outside production may set. */
function placeOf(
  cf: CfProperties | undefined,
  override: string | undefined,
  production: boolean,
): string | undefined {
  if (!production && override !== undefined) return override || undefined
  if (typeof cf?.country !== 'string') return undefined
  return typeof cf.regionCode === 'string' && cf.regionCode !== ''
    ? `${cf.country}-${cf.regionCode}`
    : cf.country
}

/**
 * Returns the address from the header that Cloudflare sets. IPv6 is cut to its /64, which is one household's.
 */
function clientAddress(address: string | undefined): string {
  if (!address) return 'unknown'
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [
    ...groups,
    ...Array(Math.max(0, missing)).fill('0'),
    ...(tail ?? '').split(':').filter(Boolean),
  ]
  return `${full.slice(0, 4).join(':')}::/64`
}
