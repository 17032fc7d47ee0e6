import { useEffect } from 'react'
import { usePlayback } from './player-context'
import { useSurface } from './player-surface'

/** Height of the controls at the bottom, plus a margin. */
const controlsPx = 88
/** A cue's size, as a share of the element's shorter side; equal in all browsers. */
const lineHeight = 0.06

/** In a lower picture the big buttons are where the captions would move to. */
const lowPicturePx = 360

/**
 * Keeps captions clear of the visible controls: above them, or at the top of a small picture. A cue with a
 * position of its own keeps it.
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

/** Shows the track again, since Chromium doesn't move a visible cue before that. */
function layOut(track: TextTrack | undefined): void {
  if (track?.mode !== 'showing') return
  track.mode = 'hidden'
  track.mode = 'showing'
}
