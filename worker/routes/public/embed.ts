import { setCookie } from 'hono/cookie'
import { ageCookie } from '../../../contract/values/shared/limits'
import { AppError } from '../../errors'
import { openRoutes } from '../../http/routers'
import { getEmbed } from '../../services/videos/embed'
import { parseVideoId } from '../../services/videos/videos'

/** Kept in the frame's own partition and sent only to its document: it opens no other gate. */
const cookie = {
  path: '/embed',
  secure: true,
  httpOnly: true,
  sameSite: 'None',
  partitioned: true,
  maxAge: ageCookie.maxAge,
} as const

/**
 * The frame's call after its gate was passed, and again when its URLs have expired. Only the frame may make
 * it: a surrounding page must not pass the gate for the viewer.
 */
export const embedGrantRoutes = openRoutes().get('/:id', async (c) => {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') {
    throw new AppError('cross_site', "This can only be opened from the video's own frame.")
  }
  const video = await getEmbed(c.var.ctx, parseVideoId(c.req.param('id')))
  setCookie(c, ageCookie.name, ageCookie.value, cookie)
  return c.json(video)
})
