import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTag } from '#contract/schemas/videos/tags'
import { call, client } from '#web/lib/api'
import { refreshContent } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'

const { block, merge } = client.api.admin.tags[':slug']

/** A change of a tag changes videos too. A refusal may mean that someone else was first. */
function settled(queryClient: QueryClient) {
  return () => refreshContent(queryClient)
}

export function useBlockTag() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug }: AdminTag) => call(block.$put({ param: { slug } })),
    onSuccess: ({ name }) =>
      toast({ title: 'Tag blocked', description: `“${name}” disappears from videos in a moment.` }),
    onError: (error) => failedTo('block tag', error),
    onSettled: settled(queryClient),
  })
}

export function useUnblockTag() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug }: AdminTag) => call(block.$delete({ param: { slug } })),
    onSuccess: ({ name }) => toast({ title: 'Tag unblocked', description: `“${name}” can be used again.` }),
    onError: (error) => failedTo('unblock tag', error),
    onSettled: settled(queryClient),
  })
}

export function useMergeTag(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (into: string) => call(merge.$put({ param: { slug }, json: { into } })),
    onSuccess: ({ name, mergedInto }) =>
      toast({ title: 'Tags merged', description: `“${name}” is “${mergedInto?.name}” from now on.` }),
    onError: (error) => failedTo('merge tags', error),
    onSettled: settled(queryClient),
  })
}

export function useUnmergeTag() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug }: AdminTag) => call(merge.$delete({ param: { slug } })),
    onSuccess: ({ name }) => toast({ title: 'Merge undone', description: `“${name}” can be used again.` }),
    onError: (error) => failedTo('undo the merge', error),
    onSettled: settled(queryClient),
  })
}
