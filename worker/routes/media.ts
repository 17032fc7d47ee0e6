import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { ageCookie } from '#contract/values/shared/limits'
import type { AppEnv } from '../env'
import { AppError, notFound } from '../errors'
import { renewedUntil } from '../http/embed-renewal'
import { refuseIfClosed } from '../http/guards/maintenance'
import { openRoutes } from '../http/routers'
import { readClaims } from '../http/session-cookie'
import {
  authoriseMedia,
  isPlaylist,
  type MediaRequest,
  renderPlaylist,
  standingSession,
} from '../services/videos/playback'
import { masterFile, objectKey } from '../storage/keys'
import { contentTypeOf, type MediaToken, secondsLeft, verifyMediaUrl } from '../storage/media-token'
import { blockOf } from '../storage/near-media'
import { type ServedObject, serveObject, serveText } from '../storage/serve-object'

/**
 * GET and HEAD of a file, a part of it, or a playlist of its parts. Access is decided on every request,
 * before anything is read.
 */
export const mediaRoutes = openRoutes().get('/:token/:file', async (c) => {
  if (c.req.header('sec-fetch-site') === 'cross-site') {
    throw new AppError('cross_site', 'Media can only be opened from this site.')
  }
  const { ctx } = c.var
  const file = c.req.param('file')
  const request = await mediaRequest(c, c.req.param('token'), file)
  if (ctx.settings.maintenanceMode) {
    // Only staff may open anything on a closed site.
    const session = await standingSession(ctx, request.claims)
    refuseIfClosed(ctx.settings, session ? session.staff !== null : false)
  }
  await authoriseMedia(ctx, request)
  const headers = responseHeaders(request.token, file, ctx.now)
  if (isPlaylist(file)) {
    return serveText(await renderPlaylist(ctx, request.token, file), contentTypeOf(file), headers)
  }
  const block = blockOf(request.token, file)
  const store = block ? ctx.nearMedia(block) : ctx.media
  return serveObject(c.req.raw, store, served(request.token, file), headers, (elapsed) =>
    authoriseMedia(ctx, request, elapsed),
  )
})

async function mediaRequest(c: Context<AppEnv>, token: string, file: string): Promise<MediaRequest> {
  const { config, now } = c.var.ctx
  const verified = verifyMediaUrl(config.mediaKey, token, file, now, renewedUntil(c))
  if (!verified) throw notFound('This file')
  // A grant is for a frame's player: opened from the address bar, it would bypass the gate.
  if (verified.class === 'embed' && isNavigation(c)) {
    throw new AppError('cross_site', "This can only be opened from the video's own frame.")
  }
  return {
    token: verified,
    ageVerified: getCookie(c, ageCookie.name) === ageCookie.value,
    claims: await readClaims(c, config, now),
  }
}

/** Returns whether a browser loads the URL as a page of its own, or in a frame. */
function isNavigation(c: Context<AppEnv>): boolean {
  return ['document', 'iframe', 'frame', 'object', 'embed'].includes(c.req.header('sec-fetch-dest') ?? '')
}

function served({ object, size, segment }: MediaToken, file: string): ServedObject {
  const whole = { key: objectKey(object), contentType: contentTypeOf(file), size, etag: `"${object}"` }
  if (!segment) return whole
  const { offset, length } = segment
  return { ...whole, offset, size: length, etag: `"${object}.${offset}-${length}"` }
}

/**
 * How long a browser keeps a file, in seconds. A picture, clip or captions stay for a day, since their URL changes
 * with day and revision. A film and the playlists of its renditions stay for an hour, since the URLs in them are valid
 * for at least that long. The list of renditions stays briefly, since it grows while they are made. Hidden and
 * quarantined files are no longer listed or sent, but a copy on a viewer's disk stays until then.
 */
function keptFor(file: string): number {
  if (file === masterFile) return 15
  return isPlaylist(file) || /^(source|segment|init)\./.test(file) ? 3600 : keptForDay
}

const keptForDay = 86_400

function responseHeaders(verified: MediaToken, file: string, now: number) {
  const seconds = keptFor(file)
  const isForAll = verified.class === 'free' || verified.class === 'embed'
  const maxAge = Math.min(seconds, secondsLeft(verified, now))
  return {
    // The gate precedes every byte, so no shared cache may answer instead of us.
    'cache-control': isForAll
      ? `private, max-age=${maxAge}${seconds === keptForDay ? ', immutable' : ''}`
      : 'private, no-store',
    'content-disposition': `inline; filename="${file}"`,
  }
}
