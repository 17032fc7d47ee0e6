import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Caption, Video } from '../../../../contract/schemas/videos/videos'
import { languageName } from '../../../../contract/values/videos/languages'
import { videoQuery } from '../../../entities/video/video-queries'
import { call, client } from '../../../lib/api'
import { toast } from '../../../ui/feedback/toast'
import { readCaptionFile } from './read-file'

const captionsOf = (id: number, language: string) => ({
  route: client.api.videos[':id'].captions[':language'],
  param: { id: String(id), language },
})

/** Throws ApiError. */
export function putTrack(videoId: number, language: string, body: string): Promise<Caption[]> {
  const { route, param } = captionsOf(videoId, language)
  return call(route.$put({ param }, { headers: { 'content-type': 'text/vtt' }, init: { body } }))
}

/** Throws ApiError. */
export function removeTrack(videoId: number, language: string) {
  const { route, param } = captionsOf(videoId, language)
  return call(route.$delete({ param }))
}

/** Adds a track or replaces it. Errors are CaptionFileError or ApiError, both with a sentence. */
export function usePutCaptions(videoId: number) {
  const show = useShowTracks(videoId)
  return useMutation({
    mutationFn: async ({ language, file }: { language: string; file: File }) => {
      const { vtt, guessed } = await readCaptionFile(file, language)
      return { tracks: await putTrack(videoId, language, vtt), guessed }
    },
    onSuccess: ({ tracks, guessed }, { language }) => {
      show(() => tracks)
      const name = languageName(language)
      toast({
        title: 'Captions saved',
        description: guessed
          ? `${name}. The file isn't Unicode, so we read it as ${guessed}. Check accents and special characters.`
          : name,
      })
    },
  })
}

export function useRemoveCaptions(videoId: number) {
  const show = useShowTracks(videoId)
  return useMutation({
    mutationFn: (language: string) => removeTrack(videoId, language),
    onSuccess: (_, language) => {
      show((tracks) => tracks.filter((track) => track.language !== language))
      toast({ title: 'Captions removed', description: languageName(language) })
    },
  })
}

function useShowTracks(videoId: number) {
  const queryClient = useQueryClient()
  return (change: (tracks: Caption[]) => Caption[]) =>
    queryClient.setQueryData<Video | null>(
      videoQuery(videoId).queryKey,
      (video) => video && { ...video, captions: change(video.captions) },
    )
}
