import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CorrectVideo } from '#contract/schemas/moderation/content'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { refreshContent } from '#web/lib/query/refresh-admin'
import type { CorrectedPictures } from './correct-dialog'

/** Corrects a video, once its new pictures are uploaded. */
export function useCorrectVideo(videoId: number, uploadPictures: () => Promise<CorrectedPictures>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (changes: CorrectVideo) => {
      const json = { ...changes, ...(await uploadPictures()) }
      return call(client.api.admin.videos[':id'].$patch({ param: { id: String(videoId) }, json }))
    },
    onSettled: () =>
      Promise.all([
        refreshContent(queryClient),
        queryClient.invalidateQueries({ queryKey: key('case', videoId) }),
      ]),
  })
}
