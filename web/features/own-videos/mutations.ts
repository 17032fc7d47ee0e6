import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '../../../contract/schemas/boot'
import type { Video } from '../../../contract/schemas/videos'
import { call, client } from '../../lib/api'
import { errorDetail } from '../../lib/api-error'
import { invalidateVideos } from '../../lib/query-client'
import { toast } from '../../ui/toast'

type Pages = InfiniteData<Page<Video>>

const ownLists = {
  predicate: ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
    typeof key === 'string' && key.startsWith('/api/videos/my-videos?'),
}

/** Hides or shows a video: at once on the screen, and back when the server refuses. */
export function useTogglePublic() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isPublic }: Pick<Video, 'id' | 'isPublic'>) =>
      call(client.api.videos[':id'].$patch({ param: { id: String(id) }, json: { isPublic } })),
    onMutate: async ({ id, isPublic }) => {
      // An answer that was asked for before would bring the old state back.
      await queryClient.cancelQueries(ownLists)
      const before = queryClient.getQueriesData<Pages>(ownLists)
      queryClient.setQueriesData<Pages>(ownLists, (pages) => mapVideo(pages, id, { isPublic }))
      return { before }
    },
    onSuccess: (_, { isPublic }) => {
      toast(
        isPublic
          ? { title: 'Video shown', description: 'It is public again.' }
          : { title: 'Video hidden', description: 'Only you can see it now.' },
      )
    },
    onError: (error, _, saved) => {
      for (const [key, pages] of saved?.before ?? []) queryClient.setQueryData(key, pages)
      toast({ title: 'Update failed', description: errorDetail(error), variant: 'destructive' })
    },
    onSettled: () => invalidateVideos(queryClient),
  })
}

export function useDeleteVideo(onDeleted: (id: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(client.api.videos[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: async (_, id) => {
      onDeleted(id)
      toast({ title: 'Video deleted' })
      await invalidateVideos(queryClient)
    },
    onError: (error) => {
      toast({ title: 'Delete failed', description: errorDetail(error), variant: 'destructive' })
    },
  })
}

function mapVideo(pages: Pages | undefined, id: number, change: Partial<Video>): Pages | undefined {
  if (!pages) return pages
  const changed = (video: Video) => (video.id === id ? { ...video, ...change } : video)
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.map(changed) })) }
}
