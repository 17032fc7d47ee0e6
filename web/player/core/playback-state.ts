import type { Quality } from './qualities'
import type { Refusal } from './refusal'
import type { TimeRange } from './time-range'

/** `readyState` values that decisions depend on, named as in `HTMLMediaElement`. */
export const haveNothing = 0
export const haveMetadata = 1
export const haveFutureData = 3

/** The state of a media element at one moment. */
export interface MediaReading {
  currentTime: number
  /** Seconds; NaN until the metadata are known. */
  duration: number
  paused: boolean
  ended: boolean
  seeking: boolean
  readyState: number
  buffered: readonly TimeRange[]
  volume: number
  muted: boolean
  rate: number
}

export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'ended' | 'error'

/** `unsupported`: the browser has no decoder. `stopped`: recovery has tried everything. */
export type PlaybackFailure = 'unsupported' | 'stopped' | Refusal

export interface PlaybackState {
  status: PlaybackStatus
  /** Metadata have arrived for this source; stays true while recovery reloads it. */
  ready: boolean
  /** It has played or been moved, so the big play button is no longer needed. */
  started: boolean
  paused: boolean
  ended: boolean
  currentTime: number
  duration: number
  buffered: readonly TimeRange[]
  volume: number
  muted: boolean
  rate: number
  fullscreen: boolean
  pictureInPicture: boolean
  loop: boolean
  /** The only part that plays, until the viewer leaves it. */
  window: TimeRange | null
  /** Qualities to choose from; empty where there is no choice. */
  qualities: readonly number[]
  quality: Quality
  playingQuality: number | null
  /** Language of the captions on show. */
  caption: string | null
  recovering: boolean
  failure: PlaybackFailure | null
}

export type PlaybackEvent =
  | { type: 'source'; qualities: readonly number[]; quality: Quality }
  | { type: 'reading'; reading: MediaReading }
  | { type: 'fullscreen'; on: boolean }
  | { type: 'picture-in-picture'; on: boolean }
  | { type: 'loop'; on: boolean }
  | { type: 'window'; window: TimeRange | null }
  | { type: 'caption'; language: string | null }
  | { type: 'quality'; quality: Quality }
  | { type: 'playing-quality'; quality: number | null }
  | { type: 'recovering'; on: boolean }
  | { type: 'failure'; failure: PlaybackFailure | null }

export const initialPlayback: PlaybackState = {
  status: 'idle',
  ready: false,
  started: false,
  paused: true,
  ended: false,
  currentTime: 0,
  duration: 0,
  buffered: [],
  volume: 1,
  muted: false,
  rate: 1,
  fullscreen: false,
  pictureInPicture: false,
  loop: false,
  window: null,
  qualities: [],
  quality: 'auto',
  playingQuality: null,
  caption: null,
  recovering: false,
  failure: null,
}

export function reducePlayback(state: PlaybackState, event: PlaybackEvent): PlaybackState {
  switch (event.type) {
    case 'source': {
      const { volume, muted, rate, fullscreen, pictureInPicture, loop, caption } = state
      const kept = { volume, muted, rate, fullscreen, pictureInPicture, loop, caption }
      const { qualities, quality } = event
      return { ...initialPlayback, ...kept, qualities, quality, status: 'loading' }
    }
    case 'reading':
      return readMedia(state, event.reading)
    case 'fullscreen':
      return { ...state, fullscreen: event.on }
    case 'picture-in-picture':
      return { ...state, pictureInPicture: event.on }
    case 'loop':
      return { ...state, loop: event.on }
    case 'window':
      return { ...state, window: event.window }
    case 'caption':
      return state.caption === event.language ? state : { ...state, caption: event.language }
    case 'quality':
      return state.quality === event.quality ? state : { ...state, quality: event.quality }
    case 'playing-quality':
      return state.playingQuality === event.quality ? state : { ...state, playingQuality: event.quality }
    case 'recovering':
      return state.recovering === event.on ? state : { ...state, recovering: event.on }
    case 'failure':
      return { ...state, failure: event.failure, status: event.failure ? 'error' : 'loading' }
  }
}

function readMedia(state: PlaybackState, reading: MediaReading): PlaybackState {
  if (state.status === 'idle') return state
  const { paused, ended, volume, muted, rate } = reading
  const settings = { paused, ended, volume, muted, rate }
  // Between load() and metadata an element reports 0 of 0, which a viewer waiting for a reload must not see.
  if (reading.readyState < haveMetadata) return { ...state, ...settings, status: statusOf(state, reading) }
  const next = {
    ...state,
    ...settings,
    ready: true,
    started: state.started || !paused || reading.currentTime > 0,
    currentTime: reading.currentTime,
    duration: Number.isFinite(reading.duration) ? reading.duration : 0,
    buffered: reading.buffered,
  }
  return { ...next, status: statusOf(next, reading) }
}

function statusOf(state: PlaybackState, reading: MediaReading): PlaybackStatus {
  if (state.failure) return 'error'
  if (!state.ready) return 'loading'
  if (reading.ended) return 'ended'
  if (reading.paused) return 'paused'
  const waiting = reading.seeking || reading.readyState < haveFutureData || state.recovering
  return waiting ? 'buffering' : 'playing'
}
