import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Player, type PlayerProps } from '#web/player/ui/player.tsx'
// Imported with the test, so that the player has it at once.
import '#web/player/dom/watchdog'
import { expectAccessible } from '../support/axe'
import { announcerLoaded } from '../support/browser/media-element'
import { useRealClock } from '../support/shared-dom'

/** The properties of an element that the player reads. jsdom's own media elements have no media. */
const media = { paused: true, readyState: 0, duration: Number.NaN, currentTime: 0, error: null as unknown }

const file = { type: 'mp4' as const, url: '/media/v1/source.mp4', height: 720, bandwidth: 3_000_000 }
const source = { id: 'v1', files: [file] }

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  Object.assign(media, { paused: true, readyState: 0, duration: Number.NaN, currentTime: 0, error: null })
  const proto = HTMLMediaElement.prototype
  for (const name of ['paused', 'readyState', 'duration', 'error'] as const) {
    Object.defineProperty(proto, name, { configurable: true, get: () => media[name] })
  }
  vi.spyOn(proto, 'currentTime', 'get').mockImplementation(() => media.currentTime)
  vi.spyOn(proto, 'currentTime', 'set').mockImplementation((second) => {
    media.currentTime = second
  })
  vi.spyOn(proto, 'canPlayType').mockImplementation((type) => (type === 'video/mp4' ? 'maybe' : ''))
  vi.spyOn(proto, 'load').mockImplementation(() => {
    media.error = null
  })
  vi.spyOn(proto, 'play').mockImplementation(async () => change({ paused: false }, 'play'))
  vi.spyOn(proto, 'pause').mockImplementation(() => change({ paused: true }, 'pause'))
})

afterEach(() => {
  vi.restoreAllMocks()
})

function video(): HTMLVideoElement {
  const element = document.querySelector('video')
  if (!element) throw new Error('no video')
  return element
}

function change(changes: Partial<typeof media>, event: string): void {
  Object.assign(media, changes)
  act(() => void video().dispatchEvent(new Event(event)))
}

/** Renders a player whose video is a minute long and knows its metadata. */
function renderPlayer(props: Partial<PlayerProps> = {}) {
  const onWatched = vi.fn()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const view = render(
    <main>
      <Player source={source} title="Convergence" onWatched={onWatched} {...props} />
      <input aria-label="Comment" />
    </main>,
  )
  if ((props.source ?? source).files[0]?.type === 'mp4')
    change({ readyState: 4, duration: 60 }, 'loadedmetadata')
  return { ...view, user, onWatched }
}

function group(): HTMLElement {
  return screen.getByRole('group', { name: 'Video player: Convergence' })
}

describe('Player', () => {
  it('has no accessibility violations with its menu closed and open', async () => {
    const { user } = renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Playback speed 1×' }))
    await screen.findByRole('menu')
    // axe waits on real timers.
    useRealClock()
    await expectAccessible()
  })

  it('plays, pauses and replays, and says so', async () => {
    const { user } = renderPlayer()
    await announcerLoaded()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    expect(group().dataset.paused).toBeUndefined()
    expect(screen.getByText('Playing')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    expect(group().dataset.paused).toBe('true')
    expect(screen.getByText('Paused')).toBeTruthy()
  })

  it('seeks by its buttons and tells the position in words', async () => {
    const { user } = renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    expect(screen.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')).toBe(
      '30 seconds of 1 minute',
    )
    await user.click(screen.getByRole('button', { name: 'Back 10 seconds' }))
    expect(screen.getByText('0:20 / 1:00')).toBeTruthy()
  })

  it('obeys keys on the whole page, but not those typed into a field', async () => {
    const { user } = renderPlayer({ pageHotkeys: true })
    await user.keyboard(' {ArrowRight}m')
    expect(media).toMatchObject({ paused: false, currentTime: 5 })
    expect(video().muted).toBe(true)
    await user.type(screen.getByRole('textbox'), 'm {ArrowRight}f')
    expect(media).toMatchObject({ paused: false, currentTime: 5 })
    expect(video().muted).toBe(true)
  })

  it('obeys them too while the focus rests on the heading that a change of page gave it to', async () => {
    const heading = document.createElement('h1')
    heading.tabIndex = -1
    document.body.appendChild(heading)
    const { user } = renderPlayer({ pageHotkeys: true })
    heading.focus()
    await user.keyboard(' ')
    heading.remove()
    expect(media.paused).toBe(false)
  })

  it('leaves the page its keys without pageHotkeys, and has its own when focused', async () => {
    const { user } = renderPlayer()
    await user.keyboard(' ')
    expect(media.paused).toBe(true)
    await announcerLoaded()
    group().focus()
    await user.keyboard('k{ArrowDown}{ArrowDown}')
    expect(media.paused).toBe(false)
    expect(video().volume).toBe(0.9)
    expect(screen.getByText('Volume 90%')).toBeTruthy()
  })

  it('lets Space press the focused button once', async () => {
    const { user } = renderPlayer({ pageHotkeys: true })
    screen.getByRole('button', { name: 'Mute' }).focus()
    await user.keyboard(' ')
    expect(video().muted).toBe(true)
    expect(media.paused).toBe(true)
  })

  it('keeps the arrows of a focused seek slider at five seconds and at volume', async () => {
    const { user } = renderPlayer()
    screen.getByRole('slider', { name: 'Seek' }).focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowDown}')
    expect(media.currentTime).toBe(5)
    expect(video().volume).toBe(0.95)
  })

  it('says what happens while a slider has the focus, except what the slider says itself', async () => {
    const { user } = renderPlayer()
    await announcerLoaded()
    screen.getByRole('slider', { name: 'Volume' }).focus()
    await user.keyboard('k')
    expect(screen.getByText('Playing')).toBeTruthy()
    await user.keyboard('{ArrowDown}')
    expect(video().volume).toBe(0.95)
    expect(screen.getByText('Playing')).toBeTruthy()
  })

  it('sets the speed from the menu, gives focus back, and remembers it', async () => {
    const { user, unmount } = renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Playback speed 1×' }))
    await user.click(await screen.findByRole('menuitemradio', { name: '1.5×' }))
    const button = await screen.findByRole('button', { name: 'Playback speed 1.5×' })
    expect(video().playbackRate).toBe(1.5)
    await vi.waitFor(() => expect(document.activeElement).toBe(button))
    unmount()
    renderPlayer()
    expect(video().playbackRate).toBe(1.5)
  })

  it('hides its controls after three still seconds of playback, never while paused', async () => {
    const { user } = renderPlayer()
    act(() => void vi.advanceTimersByTime(10_000))
    expect(group().dataset.idle).toBeUndefined()
    await user.click(video())
    act(() => void vi.advanceTimersByTime(2500))
    expect(group().dataset.idle).toBeUndefined()
    act(() => void vi.advanceTimersByTime(1000))
    expect(group().dataset.idle).toBe('true')
    fireEvent.pointerMove(group(), { pointerType: 'mouse' })
    expect(group().dataset.idle).toBeUndefined()
  })

  it('keeps the screen on while it plays, and no longer', async () => {
    const release = vi.fn()
    const request = vi.fn(async () => ({ release }))
    Object.assign(navigator, { wakeLock: { request } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
    const { user } = renderPlayer()
    await announcerLoaded()
    expect(request).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    expect(request).toHaveBeenCalledExactlyOnceWith('screen')
    expect(release).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await vi.waitFor(() => expect(release).toHaveBeenCalledOnce())
    // The viewer comes back to the tab.
    document.dispatchEvent(new Event('visibilitychange'))
    expect(request).toHaveBeenCalledOnce()
  })

  it('reports once that it was watched, after five seconds of playback', async () => {
    const { user, onWatched } = renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    playFor(4500)
    expect(onWatched).not.toHaveBeenCalled()
    playFor(20_000)
    expect(onWatched).toHaveBeenCalledTimes(1)
  })

  it('offers "Try again" when recovery gave up, and goes on at the same second', async () => {
    const { user } = renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    playFor(20_000)
    const second = media.currentTime
    vi.mocked(HTMLMediaElement.prototype.load).mockImplementation(() => {
      media.currentTime = 0
    })
    change({ error: { code: 2 }, readyState: 0, paused: true }, 'error')
    act(() => void vi.advanceTimersByTime(20_000))
    expect(screen.getByRole('alert').textContent).toContain('your place at 0:20 is kept')
    // axe waits on real timers.
    useRealClock()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(media.currentTime).toBe(second)
    expect(media.paused).toBe(false)
    expect(document.activeElement).toBe(group())
  })

  it('goes on after "Try again" where the viewer moved to before recovery gave up', async () => {
    const { user } = renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    playFor(20_000)
    const second = media.currentTime
    const load = vi.mocked(HTMLMediaElement.prototype.load).mockClear()
    change({ readyState: 2 }, 'waiting')
    for (let ticks = 0; load.mock.calls.length < 4 && ticks < 400; ticks += 1)
      act(() => void vi.advanceTimersByTime(250))
    await user.keyboard('j')
    act(() => void vi.advanceTimersByTime(10_000))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(media.currentTime).toBe(second - 10)
  })

  it('goes on where it was after the device slept until its address had expired', async () => {
    const props = { title: 'Convergence', onWatched: () => {}, onTrouble: vi.fn() }
    const { user, rerender } = renderPlayer(props)
    await user.click(screen.getByRole('button', { name: 'Play' }))
    playFor(20_000)
    const second = media.currentTime
    vi.setSystemTime(Date.now() + 24 * 3600_000)
    vi.mocked(HTMLMediaElement.prototype.load).mockImplementation(() => {
      media.currentTime = 0
    })
    change({ error: { code: 2 }, readyState: 0, paused: true }, 'error')
    expect(props.onTrouble).toHaveBeenCalled()
    rerender(
      <main>
        <Player source={{ ...source, files: [{ ...file, url: '/media/v1-new/source.mp4' }] }} {...props} />
      </main>,
    )
    act(() => void vi.advanceTimersByTime(3000))
    change({ error: null, readyState: 4, duration: 60 }, 'loadedmetadata')
    expect(video().getAttribute('src')).toBe('/media/v1-new/source.mp4')
    expect(media.currentTime).toBe(second)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says at once that a format cannot be played', () => {
    renderPlayer({ source: { ...source, files: [{ ...file, type: 'webm' }] } })
    expect(screen.getByRole('alert').textContent).toContain("This browser can't play this video")
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('goes on playing when only the address changes, and loads when the video does', () => {
    const { rerender } = renderPlayer()
    const load = vi.mocked(HTMLMediaElement.prototype.load)
    load.mockClear()
    const props = { title: 'Convergence', onWatched: () => {} }
    rerender(
      <main>
        <Player source={{ ...source, files: [{ ...file, url: '/media/v1-new/source.mp4' }] }} {...props} />
      </main>,
    )
    expect(load).not.toHaveBeenCalled()
    rerender(
      <main>
        <Player source={{ id: 'v2', files: [{ ...file, url: '/media/v2/source.mp4' }] }} {...props} />
      </main>,
    )
    expect(load).toHaveBeenCalledTimes(1)
    expect(video().getAttribute('src')).toBe('/media/v2/source.mp4')
  })
})

function playFor(ms: number): void {
  for (let passed = 0; passed < ms; passed += 250) {
    change({ currentTime: media.currentTime + 0.25 }, 'timeupdate')
    act(() => void vi.advanceTimersByTime(250))
  }
}
