import { haveNothing, type MediaReading } from '../core/playback-state'
import type { TimeRange } from '../core/time-range'

/**
 * Events after which the element is read again. `stalled` isn't one: it says that a fetch paused, which also
 * happens with a full buffer.
 */
export const mediaEvents = [
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'canplaythrough',
  'durationchange',
  'emptied',
  'error',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'progress',
  'ended',
  'volumechange',
  'ratechange',
] as const

/**
 * Reads the element. After an error Chromium reports it as paused with nothing to show, although no one
 * paused it: `meantToPlay` then says what the viewer wants.
 */
export function readMedia(video: HTMLVideoElement, meantToPlay: boolean): MediaReading {
  return {
    currentTime: video.currentTime,
    duration: video.duration,
    paused: video.error ? !meantToPlay : video.paused,
    ended: video.ended,
    seeking: video.seeking,
    readyState: video.error ? haveNothing : video.readyState,
    buffered: readRanges(video.buffered),
    volume: video.volume,
    muted: video.muted,
    rate: video.playbackRate,
  }
}

function readRanges(ranges: TimeRanges): TimeRange[] {
  return Array.from({ length: ranges.length }, (_, index) => ({
    start: ranges.start(index),
    end: ranges.end(index),
  }))
}
