import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CommentReportInput } from '#contract/schemas/moderation/comments'
import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { videoQuery } from '#web/entities/video/video-queries'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { mapPages } from '#web/lib/query/map-pages'
import type { Pages } from '#web/lib/query/paged'
import { videoRequest } from '#web/lib/video-request'
import { commentsQuery, repliesQuery } from './queries'

/** Names a comment in a call, with the key of an unlisted video. */
function requestOf({ unlistedKey }: Video, id: number) {
  return videoRequest(id, unlistedKey)
}

/** Asks for the comments of a video again, and for their number. */
async function refresh(queryClient: QueryClient, { id }: Video): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: key('comments', id) }),
    queryClient.invalidateQueries(videoQuery(id)),
  ])
}

/** Puts a new comment where its author looks for it: above the newest, or at the end of its thread. */
async function showNew(queryClient: QueryClient, video: Video, comment: Comment): Promise<void> {
  const { parentId } = comment
  const query = parentId === null ? commentsQuery(video, 'newest') : repliesQuery(video, parentId)
  await queryClient.prefetchInfiniteQuery(query)
  queryClient.setQueryData(query.queryKey, (data) => withNew(data, comment))
}

function withNew(data: Pages<Comment> | undefined, comment: Comment): Pages<Comment> | undefined {
  if (!data || data.pages.some(({ items }) => items.some(({ id }) => id === comment.id))) return data
  const place = comment.parentId === null ? 0 : data.pages.length - 1
  const pages = data.pages.map((page, at) =>
    at === place ? { ...page, items: put(page.items, comment) } : page,
  )
  return { ...data, pages }
}

function put(items: readonly Comment[], comment: Comment): Comment[] {
  if (comment.parentId !== null) return [...items, comment]
  const pinned = items.filter(({ isPinned }) => isPinned)
  return [...pinned, comment, ...items.filter(({ isPinned }) => !isPinned)]
}

export function useWriteComment(video: Video, parentId?: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: string) =>
      call(
        client.api.videos[':id'].comments.$post({
          ...requestOf(video, video.id),
          json: { body, ...(parentId !== undefined && { parentId }) },
        }),
      ),
    onSuccess: async (comment) => {
      await refresh(queryClient, video)
      await showNew(queryClient, video, comment)
    },
  })
}

export function useEditComment(video: Video, id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: string) =>
      call(client.api.comments[':id'].$patch({ ...requestOf(video, id), json: { body } })),
    onSuccess: () => refresh(queryClient, video),
  })
}

/** An action on a comment by its author, or by the uploader of the video. */
export type CommentAct = 'delete' | 'remove' | 'pin' | 'unpin' | 'block'

export function useCommentAct(video: Video, { id }: Comment) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (act: CommentAct) => {
      const param = { id: String(id) }
      const { comments } = client.api
      switch (act) {
        case 'delete':
        case 'remove':
          return call<unknown>(comments[':id'].$delete({ param }))
        case 'pin':
          return call<unknown>(comments[':id'].pin.$put({ param }))
        case 'unpin':
          return call<unknown>(comments[':id'].pin.$delete({ param }))
        case 'block':
          return call<unknown>(comments[':id'].block.$put({ param }))
      }
    },
    // Also after a failure: someone else may have been faster.
    onSettled: () => refresh(queryClient, video),
  })
}

/** Likes or unlikes a comment: shown at once, then corrected by the server's answer. */
export function useLikeComment(video: Video, { id, likes, likedByMe }: Comment) {
  const queryClient = useQueryClient()
  const show = (state: { liked: boolean; likes: number }) =>
    queryClient.setQueriesData<Pages<Comment>>({ queryKey: key('comments', video.id) }, (data) =>
      mapPages(data, (items) =>
        items.map((each) =>
          each.id === id ? { ...each, likedByMe: state.liked, likes: state.likes } : each,
        ),
      ),
    )
  return useMutation({
    mutationFn: (liked: boolean) => {
      const { like } = client.api.comments[':id']
      const request = requestOf(video, id)
      return call(liked ? like.$put(request) : like.$delete(request))
    },
    onMutate: (liked) => {
      show({ liked, likes: likes + Number(liked) - Number(likedByMe) })
      return { liked: likedByMe, likes }
    },
    onSuccess: show,
    // By then the comment that is rendered has the like that failed.
    onError: (_error, _input, before) => before && show(before),
  })
}

export function useReportComment(video: Video, id: number) {
  return useMutation({
    mutationFn: (json: CommentReportInput) =>
      call<unknown>(client.api.comments[':id'].report.$post({ ...requestOf(video, id), json })),
  })
}
