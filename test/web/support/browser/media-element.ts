import { act } from '@testing-library/react'
import { expect, vi } from 'vitest'

/** The properties of an element that the player reads. jsdom's own media elements have no media. */
export const media = {
  paused: true,
  ended: false,
  readyState: 0,
  duration: Number.NaN,
  currentTime: 0,
  error: null as unknown,
}

/** Gives every media element the state above. For use in a `beforeEach`; `vi.restoreAllMocks()` undoes it. */
export function playMediaElement(): void {
  const start = {
    paused: true,
    ended: false,
    readyState: 0,
    duration: Number.NaN,
    currentTime: 0,
    error: null,
  }
  Object.assign(media, start)
  const proto = HTMLMediaElement.prototype
  for (const name of ['paused', 'ended', 'readyState', 'duration', 'error'] as const) {
    Object.defineProperty(proto, name, { configurable: true, get: () => media[name] })
  }
  vi.spyOn(proto, 'currentTime', 'get').mockImplementation(() => media.currentTime)
  vi.spyOn(proto, 'currentTime', 'set').mockImplementation((second) => {
    media.currentTime = second
  })
  vi.spyOn(proto, 'canPlayType').mockImplementation((type) => (type === 'video/mp4' ? 'maybe' : ''))
  vi.spyOn(proto, 'load').mockImplementation(() => {})
  vi.spyOn(proto, 'play').mockImplementation(async () =>
    changeByPlayer({ paused: false, ended: false }, 'play'),
  )
  vi.spyOn(proto, 'pause').mockImplementation(() => changeByPlayer({ paused: true }, 'pause'))
}

export function videoElement(): HTMLVideoElement {
  const element = document.querySelector('video')
  if (!element) throw new Error('There is no player.')
  return element
}

/** The player may do this while React commits, where `act` would never end. */
function changeByPlayer(changes: Partial<typeof media>, event: string): void {
  Object.assign(media, changes)
  videoElement().dispatchEvent(new Event(event))
}

export function changeMedia(changes: Partial<typeof media>, event: string): void {
  Object.assign(media, changes)
  act(() => void videoElement().dispatchEvent(new Event(event)))
}

/**
 * Waits for the player's live region. It is loaded after the first picture, and announces only later events.
 */
export function announcerLoaded(): Promise<void> {
  const inPlayer = '[role="group"][aria-label^="Video player"] [aria-live]'
  return vi.waitFor(() => expect(document.querySelector(inPlayer)).not.toBeNull())
}
