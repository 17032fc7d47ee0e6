import { openUploadForInput } from '#contract/schemas/uploads/upload'
import { importVideoInput } from '#contract/schemas/videos/video'
import { requireRecentPassword } from '../../http/guards/require-recent-password'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { openUploadFor } from '../../services/uploads/transfer'
import { importVideo } from '../../services/videos/publishing'

const grave = requireRecentPassword()

/** The library import. Parts are sent, and uploads finished, like anyone's. */
export const libraryRoutes = staffRoutes('library.import')
  .post('/uploads', grave, validate('json', openUploadForInput), async (c) => {
    const { upload, created } = await openUploadFor(c.var.ctx, c.req.valid('json'))
    return c.json(upload, created ? 201 : 200)
  })
  .post('/videos', grave, validate('json', importVideoInput), async (c) => {
    const { video, created } = await importVideo(c.var.ctx, c.req.valid('json'))
    return c.json(video, created ? 201 : 200)
  })
