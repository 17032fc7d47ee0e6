import { useEffect } from 'react'
import { usePlayback } from './player-context'
import { useSurface } from './player-surface'

/** Height of the controls at the bottom, with a little air. */
const CONTROLS_PX = 88
/** Of a cue, as a share of the picture's height; browsers agree on it. */
const LINE = 0.06

/** Lifts captions above the controls while these are shown. A cue that has chosen its own place keeps it. */
export function useCuePosition(video: HTMLVideoElement | null): void {
  const { shown } = useSurface()
  const caption = usePlayback((state) => state.caption)

  useEffect(() => {
    const track = Array.from(video?.textTracks ?? []).find(({ mode }) => mode === 'showing')
    if (!video || !track || caption === null || !shown) return
    const abort = new AbortController()
    const moved = new Set<VTTCue>()

    function lift(): void {
      for (const cue of track?.activeCues ?? []) {
        if (!(cue instanceof VTTCue) || cue.line !== 'auto' || !video) continue
        const lines = Math.ceil(CONTROLS_PX / (video.clientHeight * LINE))
        cue.line = -(lines + cue.text.split('\n').length)
        moved.add(cue)
      }
      layOut(track)
    }

    lift()
    track.addEventListener('cuechange', lift, { signal: abort.signal })
    return () => {
      abort.abort()
      for (const cue of moved) cue.line = 'auto'
      layOut(track)
    }
  }, [video, caption, shown])
}

/** Chromium leaves a cue that is on show where it is, until its track is shown anew. */
function layOut(track: TextTrack | undefined): void {
  if (track?.mode !== 'showing') return
  track.mode = 'hidden'
  track.mode = 'showing'
}
