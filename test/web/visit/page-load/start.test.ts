import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { earlyVideoId } from '#contract/values/videos/media'

let tests = 0

beforeEach(() => {
  vi.resetModules()
  tests += 1
  // A module runs once, so every test needs another URL.
  const modules = ['/assets/player.js', `data:text/javascript,globalThis.appStarted=${tests}`]
  document.body.innerHTML = `<video id="${earlyVideoId}" data-video="1"></video>
    <script type="application/json" id="modules">${JSON.stringify(modules)}</script>`
})

afterEach(() => {
  vi.restoreAllMocks()
  document.head.replaceChildren()
  document.body.replaceChildren()
  Reflect.deleteProperty(globalThis, 'appStarted')
})

function preloaded(): string[] {
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
    (link) => link.getAttribute('href') ?? '',
  )
}

it.each(['loadeddata', 'suspend', 'error'])('leaves the line to the video until %s', async (event) => {
  await import('#web/start')
  expect(preloaded()).toEqual([])
  document.querySelector('video')?.dispatchEvent(new Event(event))
  await vi.waitFor(() => expect(Reflect.get(globalThis, 'appStarted')).toBe(tests))
  expect(preloaded()[0]).toBe('/assets/player.js')
})

it('waits no longer than it says', async () => {
  vi.useFakeTimers()
  const { longestWait } = await import('#web/start')
  await vi.advanceTimersByTimeAsync(longestWait - 1)
  expect(preloaded()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(preloaded()).toHaveLength(2)
})

it('has nothing to wait for when the picture is there, or no video is', async () => {
  document.querySelector('video')?.remove()
  await import('#web/start')
  await vi.waitFor(() => expect(preloaded()).toHaveLength(2))
})

describe('until the player is there', () => {
  async function withVideo() {
    vi.useFakeTimers()
    const { longestBare } = await import('#web/start')
    const video = document.querySelector('video') as HTMLVideoElement
    const play = vi.spyOn(video, 'play').mockResolvedValue()
    return { video, play, wait: () => vi.advanceTimersByTimeAsync(longestBare) }
  }

  it("plays and pauses at a click, which is the player's once it has taken over", async () => {
    const { video, play } = await withVideo()
    video.click()
    expect(play).toHaveBeenCalledTimes(1)
    const pause = vi.spyOn(video, 'pause').mockReturnValue()
    const paused = vi.spyOn(video, 'paused', 'get').mockReturnValue(false)
    video.click()
    expect(pause).toHaveBeenCalledTimes(1)
    paused.mockReturnValue(true)
    video.removeAttribute('id')
    video.click()
    expect([play, pause].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('plays at Space wherever nothing else takes it, and scrolls as ever once the player has taken over', async () => {
    const { video, play } = await withVideo()
    document.body.insertAdjacentHTML('beforeend', '<input><button>Sign in</button>')
    const press = (on: Element | null) => on && fireEvent.keyDown(on, { key: ' ' })
    // False where the page isn't scrolled.
    expect(press(document.body)).toBe(false)
    expect(play).toHaveBeenCalledTimes(1)
    expect([document.querySelector('input'), document.querySelector('button'), video].map(press)).toEqual([
      true,
      true,
      true,
    ])
    const pause = vi.spyOn(video, 'pause')
    const paused = vi.spyOn(video, 'paused', 'get').mockReturnValue(false)
    expect(press(document.body)).toBe(false)
    expect(pause).not.toHaveBeenCalled()
    paused.mockReturnValue(true)
    play.mockClear()

    document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"></div>')
    expect(press(document.body)).toBe(true)
    document.querySelector('[aria-modal]')?.remove()
    // As where its page is left before there is a player.
    video.remove()
    expect(press(document.body)).toBe(true)
    document.body.appendChild(video)
    video.removeAttribute('id')
    expect(press(document.body)).toBe(true)
    expect(play).not.toHaveBeenCalled()
  })

  it("shows the browser's own controls when that takes long", async () => {
    const { video, wait } = await withVideo()
    expect(video.controls).toBe(false)
    await wait()
    expect(video.controls).toBe(true)
  })

  it("leaves the browser's own controls away once the player has taken over", async () => {
    const { video, wait } = await withVideo()
    video.removeAttribute('id')
    await wait()
    expect(video.controls).toBe(false)
  })
})

describe('a file that comes too slowly', () => {
  /** Shows the first picture after this time, with this many seconds buffered. Returns the source then. */
  async function firstPictureAfter(milliseconds: number, seconds: number): Promise<string | null> {
    const video = document.querySelector('video') as HTMLVideoElement
    video.src = '/source.mp4'
    video.dataset.ladder = '/master.m3u8'
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    vi.spyOn(video, 'networkState', 'get').mockReturnValue(HTMLMediaElement.NETWORK_LOADING)
    vi.spyOn(video, 'canPlayType').mockReturnValue('maybe')
    vi.spyOn(video, 'buffered', 'get').mockReturnValue({ length: 1, start: () => 0, end: () => seconds })
    await import('#web/start')
    now.mockReturnValue(milliseconds)
    video.dispatchEvent(new Event('loadeddata'))
    await vi.waitFor(() => expect(preloaded()).toHaveLength(2))
    return video.getAttribute('src')
  }

  it('gives way to the ladder before anybody watches', async () => {
    expect(await firstPictureAfter(2000, 0.3)).toBe('/master.m3u8')
  })

  it.each([
    ['came fast enough', 2000, 2],
    ['was only asked for', 800, 0.1],
  ])('plays on when it %s', async (_, milliseconds, seconds) => {
    expect(await firstPictureAfter(milliseconds, seconds)).toBe('/source.mp4')
  })
})
