import { useEffect, useRef, useState } from 'react'
import { posterPosition } from '#contract/values/shared/limits'
import type { FrameSource } from '../job/job-state'
import { trailerOf } from '../pictures/made-clips'
import { uploadPicture } from '../pictures/upload-picture'

export interface Trailer {
  /** As it will be published; null while there is none. */
  clip: Blob | null
  /** Second of the video at which it begins. */
  start: number
  busy: boolean
  /** This browser can't make one. */
  failed: boolean
  /** Uploads the clip once it is made, and returns the upload's ID; null without a clip. Rejects with a sentence. */
  upload(): Promise<string | null>
}

/** Makes the trailer of a video from a second on, by default where its automatic poster is. */
export function useTrailer(video: FrameSource | null, wanted: boolean, chosen: number | null): Trailer {
  const [made, setMade] = useState<{ file: Blob | string; start: number; clip: Blob | null } | null>(null)
  // The newest clip, for a submit that began before it was made.
  const newest = useRef<Promise<Blob | null>>(Promise.resolve(null))
  const start = chosen ?? (video ? video.duration * posterPosition : 0)
  const file = wanted ? video?.file : undefined

  useEffect(() => {
    newest.current = Promise.resolve(null)
    if (!file) return
    const controller = new AbortController()
    const { signal } = controller
    const making = trailerOf(file, start, signal)
    newest.current = making
    void making.then((clip) => {
      if (!signal.aborted) setMade({ file, start, clip })
    })
    return () => controller.abort()
  }, [file, start])

  const current = file !== undefined && made?.file === file && made.start === start ? made : null
  return {
    clip: current?.clip ?? null,
    start,
    busy: file !== undefined && !current,
    failed: current !== null && current.clip === null,
    upload: async () => {
      const clip = await newest.current
      return clip && uploadPicture(clip, 'trailer')
    },
  }
}
