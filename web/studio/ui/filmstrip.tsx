import { useEffect, useState } from 'react'
import { filmstrip } from '../studio'

export interface FilmstripProps {
  /** A file, or one of our URLs. */
  video: Blob | string
  tiles?: number
}

/** CSS pixels; the pictures are drawn twice as high, for dense screens. */
const stripHeight = 56

/**
 * Shows pictures along a video, side by side. Empty where the browser can't decode it; controls on top of it
 * still work.
 */
export function Filmstrip({ video, tiles = 10 }: FilmstripProps) {
  const [urls, setUrls] = useState<string[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const made: string[] = []
    setUrls([])
    const onTile = (index: number, picture: Blob) => {
      // A tile comes again when its first picture was too far off.
      if (made[index]) URL.revokeObjectURL(made[index])
      made[index] = URL.createObjectURL(picture)
      setUrls([...made])
    }
    // Without pictures the strip stays dark; the video itself shows the error.
    filmstrip(video, { count: tiles, height: stripHeight * 2, signal, onTile }).catch(() => undefined)
    return () => {
      controller.abort()
      for (const url of made) if (url) URL.revokeObjectURL(url)
    }
  }, [video, tiles])

  return (
    <div aria-hidden="true" className="flex overflow-hidden bg-surface-3" style={{ height: stripHeight }}>
      {Array.from({ length: tiles }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place
        <div key={index} className="h-full min-w-0 flex-1 overflow-hidden bg-black/40">
          {urls[index] ? <img src={urls[index]} alt="" className="size-full object-cover" /> : null}
        </div>
      ))}
    </div>
  )
}
