import {
  createCategoryInput,
  orderCategoriesInput,
  updateCategoryInput,
} from '#contract/schemas/videos/categories'
import { idParam } from '../../http/params'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import {
  createCategory,
  removeCategory,
  reorderCategories,
  updateCategory,
} from '../../services/videos/categories'

export const adminCategoryRoutes = staffRoutes('site.administer')
  .post('/', validate('json', createCategoryInput), async (c) =>
    c.json(await createCategory(c.var.ctx, c.req.valid('json')), 201),
  )
  .put('/order', validate('json', orderCategoriesInput), async (c) =>
    c.json(await reorderCategories(c.var.ctx, c.req.valid('json').ids)),
  )
  .patch('/:id', idParam, validate('json', updateCategoryInput), async (c) =>
    c.json(await updateCategory(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete('/:id', idParam, async (c) => {
    await removeCategory(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
