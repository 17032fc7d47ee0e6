import { AppError } from '../../errors'
import { linkKey, videoParam, videoPath } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { attachment, openDownload } from '../../services/videos/downloads'
import { objectKey } from '../../storage/keys'
import { contentTypeOf } from '../../storage/media-token'
import { serveObject } from '../../storage/serve-object'

/**
 * Mounted among the videos' routes. GET and HEAD, with ranges, so that an interrupted download can resume.
 */
export const downloadRoutes = accountRoutes().get(`${videoPath}/download`, videoParam, linkKey, async (c) => {
  if (c.req.header('sec-fetch-site') === 'cross-site') {
    throw new AppError('cross_site', 'A download can only be started from this site.')
  }
  const ctx = c.var.ctx
  const { name, token, recheck } = await openDownload(ctx, c.req.valid('param').id, c.req.valid('query').key)
  const { object, size } = token
  const file = { key: objectKey(object), contentType: contentTypeOf(name), size, etag: `"${object}"` }
  const headers = { 'cache-control': 'private, no-store', 'content-disposition': attachment(name) }
  return serveObject(c.req.raw, ctx.media, file, headers, recheck)
})
