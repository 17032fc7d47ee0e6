import type { Context } from 'hono'
import { ageCookie } from '#contract/values/shared/limits'
import { embedGrantMs } from '#contract/values/videos/embed'
import type { AppEnv } from '../../env'
import { AppError } from '../../errors'
import { writeFrameCookie } from '../../http/cookies'
import { renewalCookie } from '../../http/embed-renewal'
import { linkKey } from '../../http/params'
import { openRoutes } from '../../http/routers'
import { getEmbed } from '../../services/videos/embed'
import { parseVideoId } from '../../services/videos/model'
import { grantEnd, signRenewal } from '../../storage/media-token'

/**
 * The frame's call after its gate was passed, and again before its URLs expire. Only the frame may make it: a
 * surrounding page must not pass the gate for the viewer.
 */
export const embedGrantRoutes = openRoutes().post('/:id', linkKey, async (c) => {
  if (!isFromOwnFrame(c)) {
    throw new AppError('cross_site', "This can only be opened from the video's own frame.")
  }
  const { config, now } = c.var.ctx
  const video = await getEmbed(c.var.ctx, parseVideoId(c.req.param('id')), c.req.valid('query').key)
  // Sent only to the frame's document: it opens no other gate.
  writeFrameCookie(c, { ...ageCookie, path: '/embed' })
  const renewal = signRenewal(config.mediaKey, grantEnd(now))
  writeFrameCookie(c, { name: renewalCookie, value: renewal, path: '/media', maxAge: embedGrantMs / 1000 })
  return c.json(video)
})

/** An old browser without Fetch Metadata sends an origin with every POST; a program has to claim one. */
function isFromOwnFrame(c: Context<AppEnv>): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return c.req.header('origin') === c.var.ctx.config.siteOrigin
}
