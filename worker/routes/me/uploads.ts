import * as z from 'zod'
import { openUploadInput } from '#contract/schemas/uploads/upload'
import { randomIdParam } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import {
  abandonUpload,
  completeUpload,
  getUpload,
  openUpload,
  putPart,
  readSha256,
  uploadContent,
} from '../../services/uploads/transfer'
import { serveObject } from '../../storage/serve-object'

const part = z.object({
  id: z.string().max(64),
  number: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'Parts count from 1.')
    .transform(Number),
})

export const uploadRoutes = accountRoutes()
  .post('/', validate('json', openUploadInput), async (c) => {
    const { upload, created } = await openUpload(c.var.ctx, c.req.valid('json'))
    return c.json(upload, created ? 201 : 200)
  })
  .put('/:id/parts/:number', validate('param', part), async (c) => {
    const { id, number } = c.req.valid('param')
    const { ctx } = c.var
    const length = c.req.header('content-length')
    const answer = await putPart(ctx, ctx.actor.id, id, number, {
      length: length === undefined ? null : Number(length),
      sha256: readSha256(c.req.header('content-digest')),
      stream: c.req.raw.body,
    })
    return c.json(answer)
  })
  .get('/:id', randomIdParam, async (c) => c.json(await getUpload(c.var.ctx, c.req.valid('param').id)))
  .get('/:id/content', randomIdParam, async (c) => {
    const { ctx } = c.var
    const { id } = c.req.valid('param')
    const headers = { 'cache-control': 'private, no-store' } as const
    return serveObject(c.req.raw, ctx.media, await uploadContent(ctx, id), headers, async () => {
      await uploadContent(ctx, id)
    })
  })
  .post('/:id/complete', randomIdParam, async (c) => {
    const { ctx } = c.var
    return c.json(await completeUpload(ctx, ctx.actor.id, c.req.valid('param').id))
  })
  .delete('/:id', randomIdParam, async (c) => {
    const { ctx } = c.var
    await abandonUpload(ctx, ctx.actor.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
