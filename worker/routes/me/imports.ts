import { createImportInput } from '#contract/schemas/uploads/upload'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { cancelImport, getImport, startImport } from '../../services/uploads/imports'

export const importRoutes = accountRoutes()
  .post('/', validate('json', createImportInput), async (c) =>
    c.json(await startImport(c.var.ctx, c.req.valid('json')), 202),
  )
  .get('/:id', async (c) => c.json(await getImport(c.var.ctx, c.req.param('id'))))
  .delete('/:id', async (c) => {
    await cancelImport(c.var.ctx, c.req.param('id'))
    return c.body(null, 204)
  })
