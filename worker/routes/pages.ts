import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RefusedRequest } from '#contract/schemas/moderation/safety'
import type { Boot } from '#contract/schemas/site/boot'
import { linkKeyQuery, type Video } from '#contract/schemas/videos/video'
import { can } from '#contract/values/accounts/permissions'
import { currencyCookie } from '#contract/values/payments/prices'
import { ageCookie } from '#contract/values/shared/limits'
import type { FieldRoute } from '#contract/values/site/field-data'
import { isOpenDocument, legalPages, mailPages } from '#contract/values/site/legal'
import { earlyVideoId } from '#contract/values/videos/media'
import { render } from '#dist/worker/render.js'
import type { AppEnv } from '../env'
import { nothingHere } from '../errors'
import { accentStyle } from '../http/documents/accent'
import { documentShell } from '../http/documents/document-shell'
import { headTags, linkedData } from '../http/documents/head'
import { escapeHtml } from '../http/documents/html'
import { type Plain, readPlain, renderPlain } from '../http/documents/plain-contents'
import { readAs, readOpen } from '../http/identity'
import { openRoutes } from '../http/routers'
import { refreshSessionCookie } from '../http/session-cookie'
import { describeError, log } from '../log'
import type { ReadContext } from '../services/context'
import { readSetUp, shopWith } from '../services/payments/orders'
import { bootFor, composeBoot } from '../services/site/boot'
import { card, type HeadFacts, headFacts } from '../services/videos/meta'
import { fetchAsset } from '../storage/read-asset'

/** A request of a page's plain form, and why it was refused. */
interface Refused {
  status: ContentfulStatusCode
  request: RefusedRequest
}

interface Page {
  path: RegExp
  /** Its area and file in web/app/pages. */
  module: string
  /** A search engine may list it: it shows no video before the gate. */
  indexed?: true
  /** The route under which browsers may report how the page loaded. */
  route?: FieldRoute
}

/** An uploader's page, whose name may have a dot in it. */
const profilePath = /^\/u\/[^/]{1,300}$/

/** URLs with a page in the app; all others get its 404 page, with that status. */
export const pages: readonly Page[] = [
  { path: /^\/$/, module: 'visit/home', route: '/', indexed: true },
  { path: /^\/video\/[1-9]\d{0,14}$/, module: 'visit/video', route: '/video/:id' },
  { path: /^\/categories(\/[^/]+)?$/, module: 'visit/category', route: '/categories', indexed: true },
  { path: /^\/tag\/[^/]{1,200}$/, module: 'visit/tag', route: '/tag/:slug', indexed: true },
  { path: /^\/premium$/, module: 'premium/premium', route: '/premium', indexed: true },
  { path: /^\/search$/, module: 'visit/search', route: '/search' },
  { path: /^\/trending$/, module: 'visit/trending', route: '/trending', indexed: true },
  { path: profilePath, module: 'visit/profile', route: '/u/:username' },
  { path: /^\/following$/, module: 'account/following', route: '/following' },
  { path: /^\/notifications$/, module: 'account/notifications' },
  { path: /^\/lists(\/[1-9]\d{0,14})?$/, module: 'account/lists', route: '/lists' },
  { path: /^\/list\/[\w-]{1,64}$/, module: 'visit/shared-list', route: '/list/:key' },
  { path: /^\/signin$/, module: 'account/sign-in', route: '/signin' },
  { path: /^\/signup$/, module: 'account/sign-up', route: '/signup' },
  { path: /^\/account$/, module: 'account/account', route: '/account' },
  { path: /^\/account\/receipts\/[\w-]{1,64}$/, module: 'account/receipt' },
  { path: /^\/upload-video$/, module: 'publish/upload-video', route: '/upload-video' },
  { path: /^\/my-videos$/, module: 'publish/my-videos', route: '/my-videos' },
  { path: /^\/stats$/, module: 'publish/statistics' },
  { path: /^\/my-videos\/[1-9]\d{0,14}\/stats$/, module: 'publish/statistics' },
  { path: /^\/edit-video\/[1-9]\d{0,14}$/, module: 'publish/edit-video' },
  { path: /^\/admin$/, module: 'admin/admin' },
  { path: new RegExp(`^/(${legalPages.join('|')})$`), module: 'visit/legal', indexed: true },
  { path: new RegExp(`^/(${mailPages.join('|')})$`), module: 'account/mail' },
  { path: /^\/removal\/[\w-]{1,64}$/, module: 'visit/removal-receipt' },
  { path: /^\/reports\/[\w-]{1,64}$/, module: 'visit/report-receipt' },
  { path: /^\/removals\/[1-9]\d{0,14}$/, module: 'visit/own-removal' },
]

export const pageRoutes = openRoutes().get('*', (c) => answerPage(c))

/** Answers with a page, or with a file of the build. `refused`: the request that was sent by the page's form. */
export async function answerPage(c: Context<AppEnv>, refused?: Refused): Promise<Response> {
  // Programs asked for it, which can't use a page.
  if (/^\/(api|media)(\/|$)/.test(c.req.path)) return c.notFound()
  const pathname = c.req.path.replace(/(?<=.)\/+$/, '')
  // Of the pages, only those of uploaders may have a dot in their last part; files of the build do.
  const isFile = /\.[^/]*$/.test(pathname) && !profilePath.test(pathname)
  if (isFile || pathname.startsWith('/assets/')) return staticFile(c)
  const { ctx, identity } = c.var
  const page = pages.find(({ path }) => path.test(pathname))
  // Beside the rest, so that they wait for a slow database together.
  const plain = readPlain(c, page?.module)
  // Signing in lets an administrator back in.
  const isOpen = isOpenDocument(pathname) || page?.module === 'account/sign-in'
  const isClosed = ctx.settings.maintenanceMode && !isOpen && !can((await identity.actor()).role, 'desk.open')
  const ageVerified = getCookie(c, ageCookie.name) === ageCookie.value
  const { key } = linkKeyQuery.parse({ key: c.req.query('key') })
  const read = async (reader: ReadContext) => {
    const pagePath = isClosed || !page ? null : pathname
    // An isolate asks for it once, beside the rows of its first page.
    const setUp = readSetUp(ctx)
    // Pages without a shop stand without it.
    setUp.catch(() => undefined)
    const { stock, ...rest } = await composeBoot(reader, pagePath, !isClosed && ageVerified, key)
    const shop = stock && (await shopWith(ctx, stock, setUp, getCookie(c, currencyCookie.name)))
    const boot = { ...rest, ...(shop && { shop }) }
    const asked = { pathname, indexed: page?.indexed ?? false, key, boot }
    return { boot, facts: isClosed ? null : await headFacts(reader, asked) }
  }
  const { actor, found } = await (isOpen ? readOpen(c, read) : readAs(c, read))
  if (actor?.kind === 'user') await refreshSessionCookie(c, actor)
  const boot = bootFor(actor, found.boot, ctx.now)
  const { facts } = found
  if (facts === null) {
    c.header('retry-after', '120')
    const { siteName, siteDescription } = ctx.settings
    const ofSite = { title: siteName, description: siteDescription, shared: null, exists: true }
    return html(c, 503, { boot, page, facts: ofSite })
  }
  const moved = page?.module === 'visit/tag' ? movedTo(c, facts) : null
  // Not for long: a merged tag can get its page back.
  if (moved !== null) {
    c.header('cache-control', 'private, no-cache')
    return c.redirect(moved, 301)
  }
  // Before the gate, only the facts for the head tell that something is missing.
  const isMissing =
    boot.missingVideo !== undefined ||
    boot.profile?.profile === null ||
    (page?.module === 'visit/video' && !ageVerified && !facts.exists) ||
    (page?.module === 'visit/tag' && !facts.exists)
  return html(c, page && !isMissing ? 200 : 404, { boot, page, facts, plain: await plain, refused })
}

/** Returns the new path of a page that has moved; null for a page that hasn't. */
function movedTo(c: Context<AppEnv>, { shared }: HeadFacts): string | null {
  const asked = new URL(c.req.url)
  const url = shared && new URL(shared.url)
  return url && decodeURI(url.pathname) !== c.req.path.replace(/\/+$/, '')
    ? url.pathname + asked.search
    : null
}

async function staticFile(c: Context<AppEnv>): Promise<Response> {
  // Files for the worker alone: the page without its data, the list of modules, the filter of passwords.
  if (/^\/(index\.html$|\.)/.test(c.req.path)) throw nothingHere()
  const found = await fetchAsset(c.env.ASSETS, c.req.raw)
  if (found.status === 404) throw nothingHere()
  const response = new Response(found.body, found)
  // Other sites show it beside a link to a video.
  if (c.req.path === card.path) response.headers.set('cross-origin-resource-policy', 'cross-origin')
  // A 304 extends the caching, too.
  if (found.ok || found.status === 304) response.headers.set('cache-control', 'public, max-age=3600')
  return response
}

interface Contents {
  boot: Boot
  page: Page | undefined
  facts: HeadFacts
  plain?: Plain | undefined
  refused?: Refused | undefined
}

async function html(
  c: Context<AppEnv>,
  status: 200 | 404 | 503,
  { boot, page, facts, plain, refused }: Contents,
): Promise<Response> {
  const { settings, video } = boot
  const module = page?.module ?? 'visit/not-found'
  // A request says who someone is and what was done to them: a shared computer must not keep it on its disk.
  const isSecret = refused !== undefined || module === 'visit/removal-receipt'
  c.header('cache-control', isSecret ? 'private, no-store' : 'private, no-cache')
  // Otherwise a browser without Fetch Metadata sends a form with no origin, which is refused.
  if (/^\/removal\/*$/.test(c.req.path)) c.header('referrer-policy', 'same-origin')
  return documentShell(c, {
    status: refused?.status ?? status,
    head: headTags(facts, settings.siteName, c.var.ctx.config.siteOrigin) + accentStyle(c, settings.accent),
    module,
    gated: !boot.ageVerified,
    rendered: status === 200 ? await firstScreen(module, boot, c.req.url) : '',
    plain: plain && (await renderPlain(boot, plain, c.req.url, refused?.request ?? null)),
    boot,
    linked: linkedData(facts),
    video: video ? earlyVideo(video) : '',
    // Behind the gate there is nothing to measure yet.
    route: status === 200 && boot.ageVerified ? page?.route : undefined,
  })
}

/** Renders the page's first screen. If that fails, the app does without it. */
async function firstScreen(module: string, boot: Boot, address: string): Promise<string> {
  try {
    return await render(module, boot, address)
  } catch (error) {
    log('error', 'page.not-rendered', { module, ...describeError(error) })
    return ''
  }
}

/**
 * Returns the player's element, so that the first frame doesn't wait for the player; only for viewers who may
 * play the video. Until the player takes it over, start.ts answers clicks: the browser's own controls would
 * take longer to draw than the first frame takes to arrive.
 */
function earlyVideo({ id, sources, thumbnailUrl }: Video): string {
  // The player starts with the same source; to a browser without native HLS, it gives another.
  const [source] = sources ?? []
  const ladder = sources?.find(({ type, height }) => type === 'hls' && height === null)
  if (!source) return ''
  const attributes = [
    ['id', earlyVideoId],
    ['data-video', id],
    ['src', source.url],
    ['data-ladder', ladder?.url],
    ['poster', thumbnailUrl],
  ] as const
  const written = attributes.map(([name, value]) => (value ? `${name}="${escapeHtml(String(value))}"` : ''))
  return `<video ${written.join(' ')} preload="metadata" playsinline></video>`
}
