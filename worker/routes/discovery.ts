import type { Context, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import * as z from 'zod'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { refuseWhileClosed } from '../http/guards/maintenance'
import { outerLimit } from '../http/guards/rate-limit'
import { openRoutes } from '../http/routers'
import { validate } from '../http/validate'
import {
  favicon,
  newestForFeed,
  oembedOf,
  oembedXml,
  robotsText,
  securityText,
  sitemapIndex,
  sitemapOfPages,
  sitemapOfVideos,
  webManifest,
} from '../services/videos/meta'
import { readAsset } from '../storage/read-asset'

const sitemapPage = z.object({ page: z.coerce.number().int().min(1).max(1_000_000_000) })
const pixels = z.coerce.number().int().positive().optional()
const oembed = z.object({
  url: z.string().max(2048),
  format: z.string().max(20).default('json'),
  maxwidth: pixels,
  maxheight: pixels,
})

/** Limits the routes that cost rows and have no API guard before them. */
const limited = outerLimit('API_LIMIT')

/** Answers 304 to a program that has the same text already. */
const unchanged = etag()

const openSite: MiddlewareHandler<AppEnv> = async (c, next) => {
  await refuseWhileClosed(c)
  await next()
}

/** Not for shared caches: regions may be closed to the catalogue, and removed videos must disappear. */
const keptBriefly = 'private, max-age=600'
const keptLonger = 'public, max-age=3600'

/**
 * Files by which programs find the site and its public videos. Robots, security contact, licences and manifest
 * are open to everyone; lists of the catalogue are closed while the site is.
 */
export const discoveryRoutes = openRoutes()
  .get('/robots.txt', (c) => plain(c, robotsText(c.var.ctx)))
  .get('/.well-known/security.txt', (c) => plain(c, securityText(c.var.ctx)))
  .get('/licences.txt', async (c) => {
    const written = await readAsset(c.env.ASSETS, '.vite/licences.txt')
    return plain(c, await written.text())
  })
  .get('/site.webmanifest', (c) =>
    answer(c, JSON.stringify(webManifest(c.var.ctx)), 'application/manifest+json', keptLonger),
  )
  .get('/favicon.svg', async (c) => {
    const drawn = await readAsset(c.env.ASSETS, 'favicon.svg')
    return answer(c, favicon(c.var.ctx, await drawn.text()), 'image/svg+xml', keptLonger)
  })
  .get('/sitemap.xml', limited, openSite, unchanged, async (c) => xml(c, await sitemapIndex(c.var.ctx)))
  .get('/sitemap-pages.xml', limited, openSite, unchanged, async (c) =>
    xml(c, await sitemapOfPages(c.var.ctx)),
  )
  .get('/sitemap-videos.xml', limited, openSite, unchanged, validate('query', sitemapPage), async (c) =>
    xml(c, await sitemapOfVideos(c.var.ctx, c.req.valid('query').page)),
  )
  .get('/.well-known/change-password', (c) => c.redirect('/account?tab=settings'))
  .get('/feed.xml', limited, openSite, unchanged, async (c) =>
    answer(c, await newestForFeed(c.var.ctx), 'application/atom+xml; charset=utf-8', keptBriefly),
  )
  .get('/oembed', limited, openSite, validate('query', oembed), async (c) => {
    const { format, ...query } = c.req.valid('query')
    if (format !== 'json' && format !== 'xml') {
      throw new AppError('not_implemented', 'Ask for json or xml.')
    }
    const found = await oembedOf(c.var.ctx, query)
    // Other sites' scripts may read it: it is the same for everyone.
    c.header('access-control-allow-origin', '*')
    c.header('cross-origin-resource-policy', 'cross-origin')
    return format === 'json'
      ? answer(c, JSON.stringify(found), 'application/json', keptBriefly)
      : answer(c, oembedXml(found), 'text/xml; charset=utf-8', keptBriefly)
  })

function plain(c: Context<AppEnv>, text: string): Response {
  return answer(c, text, 'text/plain; charset=utf-8', keptLonger)
}

function xml(c: Context<AppEnv>, text: string): Response {
  return answer(c, text, 'application/xml; charset=utf-8', keptBriefly)
}

function answer(c: Context<AppEnv>, text: string, type: string, cacheControl: string): Response {
  return c.body(text, 200, { 'content-type': type, 'cache-control': cacheControl })
}
