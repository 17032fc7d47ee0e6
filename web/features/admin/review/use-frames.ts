import { useEffect, useState } from 'react'
import { grabFrame } from '#web/studio/studio'

/** A picture, null where this browser couldn't take it, undefined while it is pending. */
export type Frame = Blob | null | undefined

interface Taken {
  url: string
  seconds: readonly number[]
  frames: readonly Frame[]
}

/**
 * Takes a file's frames at these seconds in this browser, one after the other. Pass the same array each time.
 */
export function useFrames(url: string, seconds: readonly number[]): readonly Frame[] {
  const [taken, setTaken] = useState<Taken | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const take = async () => {
      const frames: Frame[] = []
      for (const second of seconds) {
        // An unreadable file shows as such in each of its pictures.
        const frame = await grabFrame(url, second, signal).catch(() => null)
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
