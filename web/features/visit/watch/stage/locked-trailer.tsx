import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { wantsCalm } from '#web/lib/dom/wants-calm'
import { IconButton } from '#web/ui/icon-button.tsx'

/**
 * Plays the trailer once over the poster, without sound. A click plays it again, or at first for visitors who
 * asked for less motion or data.
 */
export function LockedTrailer({ src }: { src: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [calm] = useState(wantsCalm)
  const [playing, setPlaying] = useState(false)

  function toggle() {
    // A trailer that can't play leaves the poster as it is.
    if (playing) video.current?.pause()
    else video.current?.play().catch(() => undefined)
  }

  return (
    <>
      <video
        ref={video}
        src={src}
        aria-label="Trailer"
        muted
        playsInline
        autoPlay={!calm}
        preload={calm ? 'none' : 'auto'}
        disablePictureInPicture
        disableRemotePlayback
        tabIndex={-1}
        onPlaying={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        // Back to the poster.
        onEnded={({ currentTarget }) => currentTarget.load()}
        className="absolute inset-0 size-full object-cover"
      />
      <IconButton
        label={playing ? 'Pause trailer' : 'Play trailer'}
        onClick={toggle}
        className="absolute top-2 right-2 z-1 bg-black/60 text-white sm:top-3.5 sm:right-3.5"
      >
        {playing ? <Pause className="size-4.5" /> : <Play className="size-4.5" />}
      </IconButton>
    </>
  )
}
