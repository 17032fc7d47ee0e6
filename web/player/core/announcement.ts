import type { PlaybackState } from './playback-state'
import { formatQuality } from './qualities'
import { formatSpeed } from './speeds'

/**
 * Returns what a screen reader should announce after a change, or `null`. It reports what the element has
 * confirmed, never a mere request.
 */
export function announcementFor(previous: PlaybackState, next: PlaybackState): string | null {
  if (!previous.ready || !next.ready) return null
  if (next.ended && !previous.ended) return 'Ended'
  if (next.recovering && !previous.recovering) return 'Reconnecting'
  if (next.paused !== previous.paused) return next.paused ? 'Paused' : 'Playing'
  if (next.muted !== previous.muted) return next.muted ? 'Muted' : 'Sound on'
  if (next.volume !== previous.volume) return `Volume ${Math.round(next.volume * 100)}%`
  if (next.rate !== previous.rate) return `Speed ${formatSpeed(next.rate)}`
  if (next.quality !== previous.quality) return `Quality ${formatQuality(next.quality)}`
  if (next.caption !== previous.caption) return next.caption ? 'Captions on' : 'Captions off'
  if (next.loop !== previous.loop) return next.loop ? 'Loop on' : 'Loop off'
  if (next.pictureInPicture !== previous.pictureInPicture) {
    return next.pictureInPicture ? 'Picture in picture' : 'Picture in picture off'
  }
  if (next.fullscreen !== previous.fullscreen) return next.fullscreen ? 'Full screen' : 'Full screen off'
  return null
}
