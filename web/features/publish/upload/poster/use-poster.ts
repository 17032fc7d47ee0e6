import { useCallback, useEffect, useRef, useState } from 'react'
import { posterPosition } from '#contract/values/shared/limits'
import { grabFrame } from '#web/studio/studio'
import type { FrameSource } from '../job/job-state'
import { shrinkPicture } from '../pictures/shrink-picture'
import { uploadBlurred } from '../pictures/upload-blurred'
import { uploadPicture } from '../pictures/upload-picture'

export interface Poster {
  /** The picture as it will be published; null while there is none. */
  picture: Blob | null
  /** Second of the video that it shows; null for a separate picture. */
  second: number | null
  busy: boolean
  error: string | null
  setSecond(second: number): void
  setPicture(file: Blob): Promise<void>
  /** Keeps its middle in 16:9, as cards show it, instead of the whole. */
  crop: boolean
  setCrop(crop: boolean): void
  /** Returns to the automatic frame. */
  reset(): void
  /** Whether it was chosen rather than taken automatically. */
  isChosen: boolean
  /** Whether there is a picture, or one is being made. */
  isSet: boolean
  /**
   * Uploads the picture once it is made, each one only once, and returns the upload's ID; null without a
   * picture. Throws PictureError.
   */
  upload(): Promise<string | null>
  /** Does the same with the picture softly blurred. */
  uploadBlurred(): Promise<string | null>
}

const undecodable = "We couldn't preview the video, but you can still upload it. Choose an image instead."
const notAPicture = "We can't read this image."

/**
 * Holds a video's poster: a frame at a chosen second, or a picture. If `automatic`, starts with the frame at
 * a quarter of the video.
 */
export function usePoster(video: FrameSource | null, automatic = true): Poster {
  const [chosen, setChosen] = useState<Chosen>(unchosen)
  const [crop, setCrop] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [uploads] = useState(() => ({
    clear: onceEach((picture) => uploadPicture(picture)),
    blurred: onceEach(uploadBlurred),
  }))
  // The newest picture, for a submit that began with another one, or none.
  const newest = useRef<Promise<Blob | null>>(Promise.resolve(null))

  const second = chosen.second ?? (video ? video.duration * posterPosition : 0)
  const file = video?.file
  const hasOwnPicture = chosen.picture !== null
  const wantsFrame = !hasOwnPicture && (automatic || chosen.second !== null)
  useEffect(() => {
    if (hasOwnPicture) return
    newest.current = Promise.resolve(null)
    if (!file || !wantsFrame) return
    const controller = new AbortController()
    const { signal } = controller
    const frame = grabFrame(file, second, signal, { crop }).catch(() => null)
    newest.current = frame
    void frame.then((picture) => {
      if (signal.aborted) return
      setMade({ file, second, crop, picture })
      setError(picture ? null : undecodable)
    })
    return () => controller.abort()
  }, [file, second, crop, wantsFrame, hasOwnPicture])

  const isMade = made?.file === file && made?.second === second && made.crop === crop
  const frame = wantsFrame && made !== null && made.file === file ? made.picture : null
  const picture = chosen.picture ?? frame

  const lastPick = useRef({})
  const shrink = useCallback(async (original: Blob, cropped: boolean) => {
    const pick = {}
    lastPick.current = pick
    const small = await shrinkPicture(original, cropped)
    // A large picture may be ready after one that was chosen later.
    if (lastPick.current !== pick) return
    setError(small ? null : notAPicture)
    if (!small) return
    newest.current = Promise.resolve(small)
    setChosen((before) => ({ ...before, original, picture: small }))
  }, [])
  const setPicture = useCallback((original: Blob) => shrink(original, crop), [shrink, crop])

  return {
    picture,
    second: wantsFrame ? second : null,
    busy: video !== null && wantsFrame && !isMade,
    error,
    isChosen: chosen.second !== null || chosen.picture !== null,
    isSet: picture !== null || (video !== null && wantsFrame && !isMade),
    setSecond: (next) => setChosen({ ...unchosen, second: next }),
    setPicture,
    crop,
    setCrop: (next) => {
      setCrop(next)
      if (chosen.original) void shrink(chosen.original, next)
    },
    reset: () => {
      setCrop(false)
      setChosen(unchosen)
    },
    upload: async () => {
      const newestPicture = await newest.current
      return newestPicture && uploads.clear(newestPicture)
    },
    uploadBlurred: async () => {
      const newestPicture = await newest.current
      return newestPicture && uploads.blurred(newestPicture)
    },
  }
}

/** Returns a function that uploads each picture only once; a failed upload may be retried. */
function onceEach(upload: (picture: Blob) => Promise<string>): (picture: Blob) => Promise<string> {
  const uploaded = new WeakMap<Blob, Promise<string>>()
  return (picture) => {
    const running = uploaded.get(picture) ?? upload(picture)
    uploaded.set(picture, running)
    running.catch(() => uploaded.delete(picture))
    return running
  }
}

interface Chosen {
  second: number | null
  /** As it was picked, before it is shrunk for publication. */
  original: Blob | null
  picture: Blob | null
}

const unchosen: Chosen = { second: null, original: null, picture: null }

interface Made {
  file: Blob | string
  second: number
  crop: boolean
  picture: Blob | null
}
