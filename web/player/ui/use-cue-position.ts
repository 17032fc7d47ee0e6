import { useEffect } from 'react'
import { usePlayback } from './player-context'
import { useSurface } from './player-surface'

/** Height of the controls at the bottom, with a little air. */
const controlsPx = 88
/** Of a cue, as a share of the element's shorter side; browsers agree on it. */
const lineHeight = 0.06

/** In a picture lower than this the big buttons stand where captions would be lifted to. */
const lowPicturePx = 360

/**
 * Keeps captions clear of the controls while these are shown: above them, or at the top of a small picture. A cue that
 * has chosen its own place keeps it.
 */
export function useCuePosition(video: HTMLVideoElement | null): void {
  const { shown } = useSurface()
  const caption = usePlayback((state) => state.caption)

  useEffect(() => {
    const track = Array.from(video?.textTracks ?? []).find(
      ({ language, mode }) => language === caption && mode === 'showing',
    )
    if (!video || !track || caption === null || !shown) return
    const abort = new AbortController()
    const moved = new Set<VTTCue>()

    function lift(): void {
      for (const cue of track?.activeCues ?? []) {
        if (!(cue instanceof VTTCue) || cue.line !== 'auto' || !video) continue
        const { clientWidth, clientHeight } = video
        const lines = Math.ceil(controlsPx / (Math.min(clientWidth, clientHeight) * lineHeight))
        cue.line = clientHeight < lowPicturePx ? 0 : -(lines + cue.text.split('\n').length)
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
