import { describe, expect, it } from 'vitest'
import { createQueryClient, invalidateVideos } from '../../../web/lib/query/query-client'

describe('invalidateVideos', () => {
  it('marks as old all that says something about videos, and nothing else', async () => {
    const queryClient = createQueryClient(null)
    const old = [
      ['/api/videos'],
      ['/api/videos?limit=5'],
      ['/api/videos/3'],
      ['/api/videos/my-videos?tab=all', 'pages'],
      ['/api/search?q=a', 'pages'],
      ['/api/categories'],
    ]
    const fresh = [['/api/auth/me'], ['/api/settings'], ['/api/videostore']]
    for (const key of [...old, ...fresh]) queryClient.setQueryData(key, {})
    await invalidateVideos(queryClient)
    for (const key of old) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
    for (const key of fresh) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false)
  })
})
