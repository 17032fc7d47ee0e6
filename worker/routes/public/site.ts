import { openRoutes } from '../../http/routers'
import { getLogo, publicSettings } from '../../services/shared/settings'
import { getLegalDocument } from '../../services/site/legal'

export const siteRoutes = openRoutes()
  .get('/settings', (c) => c.json(publicSettings(c.var.ctx)))
  .get('/logo/:hash', async (c) => {
    const { contentType, bytes } = await getLogo(c.var.ctx, c.req.param('hash'))
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': contentType,
      // A frame without an origin shows it, too.
      'cross-origin-resource-policy': 'cross-origin',
      // Its name is its content.
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
  .get('/legal/:slug', async (c) => c.json(await getLegalDocument(c.var.ctx, c.req.param('slug'))))
