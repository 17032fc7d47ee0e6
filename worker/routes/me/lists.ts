import { libraryVideo } from '#contract/schemas/videos/library'
import {
  createListInput,
  listItemParam,
  listItemsQuery,
  moveItemInput,
  updateListInput,
} from '#contract/schemas/videos/lists'
import { renewLinkInput } from '#contract/schemas/videos/video'
import { paged } from '../../http/paged'
import { idParam, linkKey } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import {
  addToList,
  createList,
  getList,
  listItems,
  listLists,
  listSteps,
  listsFor,
  moveInList,
  removeFromList,
  removeList,
  renewListLink,
  updateList,
} from '../../services/videos/lists'

const itemParam = validate('param', listItemParam)

/** An account's named lists and their videos. */
export const listRoutes = accountRoutes()
  .get('/', async (c) => c.json(await listLists(c.var.ctx)))
  .post('/', validate('json', createListInput), async (c) =>
    c.json(await createList(c.var.ctx, c.req.valid('json')), 201),
  )
  .get('/for/:videoId', validate('param', libraryVideo), async (c) =>
    c.json(await listsFor(c.var.ctx, c.req.valid('param').videoId)),
  )
  .get('/:id', idParam, async (c) => c.json(await getList(c.var.ctx, c.req.valid('param').id)))
  .patch('/:id', idParam, validate('json', updateListInput), async (c) =>
    c.json(await updateList(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete('/:id', idParam, async (c) => {
    await removeList(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post('/:id/link', idParam, validate('json', renewLinkInput), async (c) =>
    c.json(await renewListLink(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .get('/:id/videos', idParam, validate('query', listItemsQuery), async (c) =>
    c.json(paged(c, await listItems(c.var.ctx, c.req.valid('param').id, c.req.valid('query')))),
  )
  .get('/:id/order', idParam, async (c) => c.json(await listSteps(c.var.ctx, c.req.valid('param').id)))
  .put('/:id/videos/:videoId', itemParam, linkKey, async (c) => {
    const { id: listId, videoId } = c.req.valid('param')
    await addToList(c.var.ctx, { listId, videoId }, c.req.valid('query').key)
    return c.body(null, 204)
  })
  .delete('/:id/videos/:videoId', itemParam, async (c) => {
    const { id: listId, videoId } = c.req.valid('param')
    await removeFromList(c.var.ctx, { listId, videoId })
    return c.body(null, 204)
  })
  .patch('/:id/videos/:videoId', itemParam, validate('json', moveItemInput), async (c) => {
    const { id: listId, videoId } = c.req.valid('param')
    await moveInList(c.var.ctx, { listId, videoId, ...c.req.valid('json') })
    return c.body(null, 204)
  })
