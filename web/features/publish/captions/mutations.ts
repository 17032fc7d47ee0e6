import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { languageName } from '#contract/values/videos/languages'
import { toast } from '#web/ui/feedback/toast'
import { readCaptionFile } from './read-file'
import { TracksContext } from './tracks'

/** Adds a track or replaces it. Errors are CaptionFileError or ApiError, both with a sentence. */
export function usePutCaptions(videoId: number) {
  const queryClient = useQueryClient()
  const tracks = useContext(TracksContext)
  return useMutation({
    mutationFn: async ({ language, file }: { language: string; file: File }) => {
      const { vtt, ...rest } = await readCaptionFile(file, language)
      return { put: await tracks.put(videoId, language, vtt), ...rest }
    },
    onSuccess: ({ put, guessed }, { language }) => {
      tracks.show(queryClient, videoId, () => put)
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
  const queryClient = useQueryClient()
  const tracks = useContext(TracksContext)
  return useMutation({
    mutationFn: (language: string) => tracks.remove(videoId, language),
    onSuccess: (_, language) => {
      tracks.show(queryClient, videoId, (before) => before.filter((track) => track.language !== language))
      toast({ title: 'Captions removed', description: languageName(language) })
    },
  })
}
