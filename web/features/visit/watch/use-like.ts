import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { LikeState, Video } from '#contract/schemas/videos/video'
import { videoQuery } from '#web/entities/video/video-queries'
import { useSignInOffer } from '#web/entities/viewer/use-sign-in-offer'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { createToggleQueue } from '#web/lib/toggle-queue'
import { videoRequest } from '#web/lib/video-request'
import { failureToast, type Toast, toast } from '#web/ui/feedback/toast'

/** Likes or unlikes a video: shown at once, then corrected by the server's answer. */
export function useLike(video: Video): { liked: boolean; toggle: () => void } {
  const queryClient = useQueryClient()
  const { pending, can } = useViewer()
  const signIn = useSignInOffer({ act: 'like', video: video.id, key: video.unlistedKey })
  const { id, unlistedKey } = video
  const liked = video.likedByMe ?? false
  /** The last state that the server confirmed, restored when a request fails. */
  const before = useRef<LikeState>({ liked, likes: video.likes })

  const queue = useMemo(
    () =>
      createToggleQueue({
        send: (on) => sendLike(id, unlistedKey, on),
        onSettled(state) {
          show(queryClient, id, state)
          if (state.liked) toast({ title: 'Video liked!', description: 'Thanks for your feedback' })
        },
        onFailed(confirmed) {
          show(queryClient, id, confirmed ?? before.current)
          toastFailure()
        },
      }),
    [queryClient, id, unlistedKey],
  )

  function toggle() {
    if (!pending && !can('video.like')) {
      toastFailure(signIn)
      return
    }
    if (queue.idle) before.current = { liked, likes: video.likes }
    // A response to an earlier request would undo the click on the screen.
    void queryClient.cancelQueries(videoQuery(id))
    show(queryClient, id, { liked: !liked, likes: video.likes + (liked ? -1 : 1) })
    queue.set(!liked)
  }

  return { liked, toggle }
}

function sendLike(id: number, key: Video['unlistedKey'], on: boolean): Promise<LikeState> {
  const request = videoRequest(id, key)
  const { like } = client.api.videos[':id']
  return call(on ? like.$post(request) : like.$delete(request))
}

function show(queryClient: QueryClient, id: number, { liked, likes }: LikeState): void {
  queryClient.setQueryData(videoQuery(id).queryKey, (video) =>
    video ? { ...video, likedByMe: liked, likes } : video,
  )
}

function toastFailure(action?: Toast['action']): void {
  failureToast({
    title: 'Action failed',
    description: 'Please try again or sign in',
    ...(action && { action }),
  })
}
