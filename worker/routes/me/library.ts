import { updatePreferencesInput } from '#contract/schemas/accounts/account'
import { historyQuery, libraryVideo, placeSavedInput, savedQuery } from '#contract/schemas/videos/library'
import { paged } from '../../http/paged'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { getPreferences, updatePreferences } from '../../services/accounts/preferences'
import { listSaved, placeSaved } from '../../services/videos/saved'
import { continueWatching, deleteAll, deleteOne, listHistory } from '../../services/videos/watch-history'

/** An account's history and saved videos, and its settings for history and email. */
export const libraryRoutes = accountRoutes()
  .get('/history', validate('query', historyQuery), async (c) =>
    c.json(paged(c, await listHistory(c.var.ctx, c.req.valid('query')))),
  )
  .delete('/history', async (c) => {
    await deleteAll(c.var.ctx)
    return c.body(null, 204)
  })
  .delete('/history/:videoId', validate('param', libraryVideo), async (c) => {
    await deleteOne(c.var.ctx, c.req.valid('param').videoId)
    return c.body(null, 204)
  })
  .get('/continue', async (c) => c.json(await continueWatching(c.var.ctx)))
  .get('/saved', validate('query', savedQuery), async (c) =>
    c.json(paged(c, await listSaved(c.var.ctx, c.req.valid('query')))),
  )
  .put(
    '/saved/:videoId/place',
    validate('param', libraryVideo),
    validate('json', placeSavedInput),
    async (c) => {
      await placeSaved(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') })
      return c.body(null, 204)
    },
  )
  .get('/preferences', async (c) => c.json(await getPreferences(c.var.ctx)))
  .patch('/preferences', validate('json', updatePreferencesInput), async (c) =>
    c.json(await updatePreferences(c.var.ctx, c.req.valid('json'))),
  )
