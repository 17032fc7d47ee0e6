import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { key } from '#web/lib/query/keys'
import { renew } from '#web/lib/query/renew'

it('takes no answer for new that was asked for before', async () => {
  const queryClient = new QueryClient()
  const before = Promise.withResolvers<string>()
  const answers = [before.promise, Promise.resolve('new')]
  const query = {
    queryKey: key('viewer'),
    queryFn: () => answers.shift(),
    staleTime: Number.POSITIVE_INFINITY,
  }
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined)
  const renewed = renew(queryClient, query)
  before.resolve('old')
  await renewed
  await expect.poll(() => queryClient.getQueryData(query.queryKey)).toBe('new')
  expect(answers).toEqual([])
  stop()
})
