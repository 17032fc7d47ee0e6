import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { EmbedBoot } from '#contract/schemas/videos/embed'
import { ageCookie, minimumAge } from '#contract/values/shared/limits'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { documentShell } from '../http/documents/document-shell'
import { embedPermissions, embedPolicy } from '../http/documents/embed-policy'
import { unlistedHead } from '../http/documents/head'
import { escapeHtml } from '../http/documents/html'
import { linkKey } from '../http/params'
import { openRoutes } from '../http/routers'
import { requireEmbeddable } from '../services/videos/embed'
import { parseVideoId } from '../services/videos/model'

/**
 * The only document that other sites may frame: a player and its report form. It knows only whether the age
 * was confirmed in it, not the viewer (see http/context): it reveals nothing to the surrounding page, and a
 * click can't act for an account. The video's URLs come by the frame's own call.
 */
export const embedRoutes = openRoutes().get('/:id', linkKey, async (c) => {
  const { ctx } = c.var
  const { key } = c.req.valid('query')
  if (ctx.settings.maintenanceMode) {
    c.header('retry-after', '120')
    return document(c, 503, { state: 'closed', id: null })
  }
  try {
    const id = parseVideoId(c.req.param('id'))
    await requireEmbeddable(ctx, id, key)
    const isConfirmed = getCookie(c, ageCookie.name) === ageCookie.value
    return await document(c, 200, { state: isConfirmed ? 'ready' : 'gate', id, key })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not_found') return document(c, 404, { state: 'missing', id: null })
    if (error.code !== 'forbidden') throw error
    return document(c, 200, { state: 'locked', id: Number(c.req.param('id')), key })
  }
})

function document(
  c: Context<AppEnv>,
  status: 200 | 404 | 503,
  opened: Omit<EmbedBoot, 'siteName' | 'accent' | 'logo'>,
): Response {
  const { config, settings } = c.var.ctx
  const { siteName, accent, logo } = settings
  const boot: EmbedBoot = { siteName, accent, logo, ...opened }
  const plays = boot.state === 'gate' || boot.state === 'ready'
  c.header('cache-control', 'private, no-store')
  c.header('content-security-policy', embedPolicy(config.siteOrigin, plays ? boot.id : null))
  c.header('permissions-policy', embedPermissions)
  return documentShell(c, {
    status,
    head: unlistedHead(boot.siteName),
    module: 'embed/embed',
    plain: plainText(boot, config.siteOrigin),
    boot,
  })
}

/** Returns what a browser without JavaScript shows: the gate can't work there, so nothing plays. */
function plainText({ state, siteName, id, key }: EmbedBoot, origin: string): string {
  if (id === null)
    return `<p class="p-3 text-center">${state === 'closed' ? 'Down for maintenance. Please try again later.' : 'Video not found.'}</p>`
  const url = `${origin}/video/${id}${key ? `?key=${key}` : ''}`
  const link = `<a class="underline" href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(url)}</a>`
  return `<p class="p-3 text-center">This ${minimumAge}+ video on ${escapeHtml(siteName)} needs JavaScript to play: ${link}</p>`
}
