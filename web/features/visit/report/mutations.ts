import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Report, ReportReceipt } from '#contract/schemas/moderation/safety'
import type { Video } from '#contract/schemas/videos/video'
import { isGrave } from '#contract/values/moderation/reasons'
import { videoQuery } from '#web/entities/video/video-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { videoRequest } from '#web/lib/video-request'
import { reportQuery } from './queries'

export interface SentReport {
  receipt: ReportReceipt
  /** False where the same person had reported the video before: the receipt is the earlier one. */
  isNew: boolean
  /** The key in the link by which an unlisted video was reported. */
  linkKey: string | null | undefined
}

export function useReport({ id, unlistedKey }: Video) {
  const queryClient = useQueryClient()
  const { can } = useViewer()
  return useMutation({
    mutationFn: async (report: Report): Promise<SentReport> => {
      const response = await client.api.videos[':id'].report.$post({
        ...videoRequest(id, unlistedKey),
        json: report,
      })
      return {
        receipt: await call(Promise.resolve(response)),
        isNew: response.status === 201,
        linkKey: unlistedKey,
      }
    },
    onSuccess: async ({ receipt }) => {
      queryClient.setQueryData(reportQuery(receipt.code).queryKey, receipt)
      if (!isGrave(receipt.reason) || receipt.status !== 'open') return
      const { queryKey } = videoQuery(id)
      if (can('video.manageAny')) {
        await queryClient.invalidateQueries({ queryKey })
        return
      }
      // The video is now gone for this viewer too: the page says why instead of asking again.
      queryClient.setQueryData(queryKey, (video) =>
        video
          ? {
              ...video,
              videoUrl: null,
              sources: null,
              thumbnailUrl: null,
              poster: undefined,
              storyboard: null,
              status: 'ready' as const,
              hold: 'quarantine' as const,
            }
          : video,
      )
    },
  })
}
