import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notice, ReadNotices } from '#contract/schemas/site/notices'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'
import { mapPages } from '../../lib/query/map-pages'
import { errorToast } from '../../ui/feedback/toast'
import { viewerQuery } from '../viewer/viewer-query'
import { latestNoticesQuery, noticesQuery } from './notice-queries'

/** Marks notifications as read: at once on the screen, and as they were when the server refuses. */
export function useReadNotices() {
  const queryClient = useQueryClient()
  const filters = { queryKey: key('account', 'notices') }

  function show(input: ReadNotices): void {
    const read = (items: Notice[]) =>
      items.map((item) => (isAmong(input, item) ? { ...item, isRead: true } : item))
    queryClient.setQueryData(noticesQuery.queryKey, (known) => mapPages(known, read))
    queryClient.setQueryData(
      latestNoticesQuery.queryKey,
      (known) => known && { ...known, items: read(known.items) },
    )
  }

  return useMutation({
    mutationFn: (json: ReadNotices) => call(client.api.notifications.read.$post({ json })),
    onMutate: async (input) => {
      await queryClient.cancelQueries(filters)
      show(input)
    },
    onSuccess: async ({ unread }) => {
      // An earlier response has the number from before.
      await queryClient.cancelQueries(viewerQuery)
      queryClient.setQueryData(viewerQuery.queryKey, (user) => user && { ...user, unread })
    },
    onError: (error, input) => {
      // The viewer asked to open one, and it is open.
      if ('upTo' in input) errorToast("Couldn't mark them as read", error)
      void queryClient.invalidateQueries(filters)
    },
  })
}

function isAmong(input: ReadNotices, { id, at }: Notice): boolean {
  return 'ids' in input ? input.ids.includes(id) : at <= input.upTo
}
