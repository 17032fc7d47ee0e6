import { describe, expect, it } from 'vitest'
import { createQueryClient } from '#web/app/query-client'
import { invalidateVideos } from '#web/lib/query/invalidate-videos'
import { key } from '#web/lib/query/keys'

describe('invalidateVideos', () => {
  it('marks as old all that says something about videos, and nothing else', async () => {
    const queryClient = createQueryClient(null)
    const old = [
      key('videos', 'page', '/api/videos?limit=5'),
      key('videos', 'list', '/api/videos'),
      key('videos', 'one', 3),
      key('videos', 'own', { tab: 'all' }),
      key('videos', 'search', { q: 'a' }),
      key('site', 'categories'),
    ]
    const fresh = [
      key('viewer'),
      key('site', 'settings'),
      key('account', 'continue'),
      key('admin', 'pending', 'asc'),
    ]
    for (const each of [...old, ...fresh]) queryClient.setQueryData(each, {})
    await invalidateVideos(queryClient)
    for (const each of old) expect(queryClient.getQueryState(each)?.isInvalidated).toBe(true)
    for (const each of fresh) expect(queryClient.getQueryState(each)?.isInvalidated).toBe(false)
  })
})
