import { useEffect, useState } from 'react'
import { takeFrame } from '../../../studio/studio'

/** A picture, null where this browser couldn't take it, undefined while it is on its way. */
export type Frame = Blob | null | undefined

interface Taken {
  url: string
  seconds: readonly number[]
  frames: readonly Frame[]
}

/** The pictures of a file at these seconds, taken in this browser one after the other. Give the same array each time. */
export function useFrames(url: string, seconds: readonly number[]): readonly Frame[] {
  const [taken, setTaken] = useState<Taken | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const take = async () => {
      const frames: Frame[] = []
      for (const second of seconds) {
        // A file that can't be read shows as such, picture by picture.
        const frame = await takeFrame(url, second, signal).catch(() => null)
        if (signal.aborted) return
        frames.push(frame)
        setTaken({ url, seconds, frames: [...frames] })
      }
    }
    void take()
    return () => controller.abort()
  }, [url, seconds])
  return taken?.url === url && taken.seconds === seconds ? taken.frames : []
}
