import { describe, expect, it } from 'vitest'
import { announcementFor } from '#web/player/core/announcement'
import { controlsShown } from '#web/player/core/controls-visibility'
import {
  initialPlayback,
  type MediaReading,
  type PlaybackEvent,
  reducePlayback,
} from '#web/player/core/playback-state'
import { stepSpeed } from '#web/player/core/speeds'

const loaded: MediaReading = {
  currentTime: 0,
  duration: 60,
  paused: true,
  ended: false,
  seeking: false,
  readyState: 4,
  buffered: [{ start: 0, end: 20 }],
  volume: 1,
  muted: false,
  rate: 1,
}

function stateAfter(...events: PlaybackEvent[]) {
  return events.reduce(reducePlayback, initialPlayback)
}

function reading(changes: Partial<MediaReading> = {}): PlaybackEvent {
  return { type: 'reading', reading: { ...loaded, ...changes } }
}

const source: PlaybackEvent = { type: 'source', qualities: [], quality: 'auto' }

describe('reducePlayback', () => {
  it.each<[string, PlaybackEvent[]]>([
    ['idle', []],
    ['idle', [reading()]],
    ['loading', [source]],
    ['loading', [source, reading({ readyState: 0, duration: Number.NaN })]],
    ['paused', [source, reading()]],
    ['playing', [source, reading({ paused: false })]],
    ['buffering', [source, reading({ paused: false, readyState: 2 })]],
    ['buffering', [source, reading({ paused: false, seeking: true })]],
    ['buffering', [source, { type: 'recovering', on: true }, reading({ paused: false })]],
    ['ended', [source, reading({ ended: true })]],
    ['error', [source, reading(), { type: 'failure', failure: 'stopped' }]],
    ['error', [source, { type: 'failure', failure: 'stopped' }, reading({ paused: false })]],
  ])('is %s', (status, events) => {
    expect(stateAfter(...events).status).toBe(status)
  })

  it('keeps time, length and buffer while the element reads nothing during a reload', () => {
    const playing = reading({ currentTime: 42, paused: false })
    const reloading = reading({
      currentTime: 0,
      duration: Number.NaN,
      readyState: 0,
      buffered: [],
      paused: false,
    })
    expect(stateAfter(source, playing, reloading)).toMatchObject({
      status: 'buffering',
      ready: true,
      currentTime: 42,
      duration: 60,
      buffered: loaded.buffered,
    })
  })

  it('starts another source from nothing, with the volume and speed that were chosen', () => {
    const state = stateAfter(source, reading({ currentTime: 42, volume: 0.4, muted: true, rate: 2 }), source)
    expect(state).toEqual({ ...initialPlayback, status: 'loading', volume: 0.4, muted: true, rate: 2 })
  })

  it('counts as started by playing or by a seek, and stays so', () => {
    expect(stateAfter(source, reading()).started).toBe(false)
    expect(stateAfter(source, reading({ paused: false }), reading()).started).toBe(true)
    expect(stateAfter(source, reading({ currentTime: 3 })).started).toBe(true)
  })
})

describe('announcementFor', () => {
  const paused = stateAfter(source, reading())

  it.each<[string | null, Partial<MediaReading>]>([
    ['Playing', { paused: false }],
    ['Muted', { muted: true }],
    ['Volume 60%', { volume: 0.6 }],
    ['Speed 1.5×', { rate: 1.5 }],
    ['Ended', { ended: true }],
    [null, { currentTime: 12 }],
  ])('says %s', (text, changes) => {
    expect(announcementFor(paused, reducePlayback(paused, reading(changes)))).toBe(text)
  })

  it('says Paused after playing, and Playing on a replay', () => {
    const playing = stateAfter(source, reading({ paused: false }))
    const ended = stateAfter(source, reading({ ended: true }))
    expect(announcementFor(playing, paused)).toBe('Paused')
    expect(announcementFor(ended, playing)).toBe('Playing')
  })

  it('is quiet about a video that appears', () => {
    expect(
      announcementFor(stateAfter(source), stateAfter(source, reading({ paused: false, volume: 0.3 }))),
    ).toBeNull()
  })
})

describe('controlsShown', () => {
  const idle = { playing: true, active: false, menuOpen: false, focusInside: false }

  it('hides only what plays untouched', () => {
    expect(controlsShown(idle)).toBe(false)
  })

  it.each([{ playing: false }, { active: true }, { menuOpen: true }, { focusInside: true }])(
    'shows with %o',
    (change) => {
      expect(controlsShown({ ...idle, ...change })).toBe(true)
    },
  )
})

describe('stepSpeed', () => {
  it('goes through the list and holds at its ends', () => {
    expect([stepSpeed(1, 1), stepSpeed(1, -1), stepSpeed(2, 1), stepSpeed(0.25, -1)]).toEqual([
      1.25, 0.75, 2, 0.25,
    ])
  })

  it('comes back to the list from a speed outside of it', () => {
    expect([stepSpeed(1.1, 1), stepSpeed(1.1, -1), stepSpeed(3, -1)]).toEqual([1.25, 1, 2])
  })
})
