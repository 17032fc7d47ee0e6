import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Cut } from '../source/cut'

/** Plays a part of a video and stops at its end, to the frame. */
export function useSelectionPlayback(preview: RefObject<HTMLVideoElement | null>, selection: Cut) {
  const [playing, setPlaying] = useState(false)
  const end = useRef(selection.end)
  end.current = selection.end

  useEffect(() => {
    if (!playing) return
    let frame = requestAnimationFrame(function look() {
      const video = preview.current
      if (!video || video.ended || video.currentTime >= end.current) {
        video?.pause()
        return setPlaying(false)
      }
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, preview])

  return {
    playing,
    toggle() {
      const video = preview.current
      if (!video) return
      if (playing) video.pause()
      else {
        video.currentTime = selection.start
        // Refused, or overtaken by a change of the file: then it doesn't play.
        video.play().catch(() => setPlaying(false))
      }
      setPlaying(!playing)
    },
    /** Stops, and shows the frame at a second. */
    show(second: number) {
      preview.current?.pause()
      setPlaying(false)
      if (preview.current) preview.current.currentTime = second
    },
  }
}
