import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { Caption, Video } from '#contract/schemas/videos/video'
import { videoQuery } from '#web/entities/video/video-queries'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { refreshContent } from '#web/lib/query/refresh-admin'

/** The calls that change a video's tracks: those of its owner, or those of staff. Both throw ApiError. */
export interface Tracks {
  put: (videoId: number, language: string, body: string) => Promise<Caption[]>
  remove: (videoId: number, language: string) => Promise<unknown>
  /** Shows the tracks after a change. */
  show: (queryClient: QueryClient, videoId: number, change: (tracks: Caption[]) => Caption[]) => void
}

const vtt = { 'content-type': 'text/vtt' }
const paramOf = (id: number, language: string) => ({ id: String(id), language })

export const ownTracks: Tracks = {
  put: (id, language, body) =>
    call(
      client.api.videos[':id'].captions[':language'].$put(
        { param: paramOf(id, language) },
        { headers: vtt, init: { body } },
      ),
    ),
  remove: (id, language) =>
    call(client.api.videos[':id'].captions[':language'].$delete({ param: paramOf(id, language) })),
  show: (queryClient, id, change) =>
    queryClient.setQueryData<Video | null>(videoQuery(id).queryKey, changed(change)),
}

export const deskTracks: Tracks = {
  put: (id, language, body) =>
    call(
      client.api.admin.videos[':id'].captions[':language'].$put(
        { param: paramOf(id, language) },
        { headers: vtt, init: { body } },
      ),
    ),
  remove: (id, language) =>
    call(client.api.admin.videos[':id'].captions[':language'].$delete({ param: paramOf(id, language) })),
  show: (queryClient, id, change) => {
    queryClient.setQueryData<Video | null>(key('case', id), changed(change))
    void refreshContent(queryClient)
  },
}

function changed(change: (tracks: Caption[]) => Caption[]) {
  return (video: Video | null | undefined) => video && { ...video, captions: change(video.captions) }
}

/** The owner's calls by default. */
export const TracksContext = createContext(ownTracks)
