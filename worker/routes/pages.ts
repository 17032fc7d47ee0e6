import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Boot } from '../../contract/schemas/boot'
import { ageCookie } from '../../contract/values/limits'
import { can } from '../../contract/values/permissions'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { adultLabel } from '../http/security-headers'
import { composeBoot } from '../services/boot/compose-boot'

/** Addresses that the app has a page for; everything else is its 404 page, with that status. */
const pages = [
  /^\/$/,
  /^\/video\/[1-9]\d{0,14}$/,
  /^\/categories(\/[^/]+)?$/,
  /^\/edit-video\/[1-9]\d{0,14}$/,
  /^\/(premium|search|account|signin|signup|upload-video|my-videos|admin)$/,
  /^\/(terms|privacy|2257|dmca|removal|contact)$/,
]

/** Pages that a search engine may list; none of them shows a video before the gate. */
const indexed = [
  /^\/$/,
  /^\/categories(\/[^/]+)?$/,
  /^\/premium$/,
  /^\/(terms|privacy|2257|dmca|removal|contact)$/,
]

export const pageRoutes = new Hono<AppEnv>().get('*', async (c) => {
  const pathname = c.req.path.replace(/(?<=.)\/+$/, '')
  // Pages have no dot in their last part; files of the build do.
  if (/\.[^/]*$/.test(pathname) || pathname.startsWith('/assets/')) return staticFile(c)
  const { ctx } = c.var
  if (ctx.settings.maintenanceMode && !can(ctx.actor.role, 'site.administer')) {
    c.header('retry-after', '120')
    return html(c, 503, await composeBoot(ctx, pathname, false), pathname)
  }
  const known = pages.some((page) => page.test(pathname))
  const boot = await composeBoot(ctx, pathname, getCookie(c, ageCookie.name) === ageCookie.value)
  return html(c, known && boot.missingVideo === undefined ? 200 : 404, boot, pathname)
})

async function staticFile(c: Context<AppEnv>): Promise<Response> {
  const found = await c.env.ASSETS.fetch(c.req.raw)
  if (found.status === 404) throw new AppError('not_found', 'There is nothing at this address.')
  const response = new Response(found.body, found)
  if (found.ok) response.headers.set('cache-control', 'public, max-age=3600')
  return response
}

async function html(
  c: Context<AppEnv>,
  status: 200 | 404 | 503,
  boot: Boot,
  pathname: string,
): Promise<Response> {
  const { settings, video } = boot
  const title = video ? `${video.title} · ${settings.siteName}` : settings.siteName
  const listed = status === 200 && indexed.some((page) => page.test(pathname))
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(settings.siteDescription)}">`,
    `<meta name="rating" content="adult">`,
    `<meta name="rating" content="${adultLabel}">`,
    ...(listed ? [] : ['<meta name="robots" content="noindex">']),
  ].join('')
  const data = `<script type="application/json" id="boot">${escapeJson(JSON.stringify(boot))}</script>`
  const [start, middle, end] = await template(c.env)
  c.header('cache-control', 'private, no-cache')
  return c.html(start + head + middle + data + end, status)
}

let parts: Promise<[string, string, string]> | null = null

/** The built page, cut where the head and the data go; read once an isolate. */
function template(env: Env): Promise<[string, string, string]> {
  parts ??= readTemplate(env).catch((error) => {
    parts = null
    throw error
  })
  return parts
}

async function readTemplate(env: Env): Promise<[string, string, string]> {
  const page = await env.ASSETS.fetch('https://assets.local/index.html')
  if (!page.ok) throw new Error('The web app is not built: there is no index.html')
  const [start, rest] = (await page.text()).split(/<!--head-->.*?<!--\/head-->/s)
  const [middle, end] = rest?.split('<!--boot-->') ?? []
  if (start === undefined || middle === undefined || end === undefined)
    throw new Error('index.html has lost its markers')
  return [start, middle, end]
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Inside a script element only `<` could end it or begin a comment. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
