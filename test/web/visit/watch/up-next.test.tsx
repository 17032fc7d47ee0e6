import { QueryObserver } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { relatedPath } from '#contract/values/videos/video-lists'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { continueQuery } from '#web/entities/video/history/queries'
import { keepPlace } from '#web/entities/video/history/watch-log'
import { videoQuery } from '#web/entities/video/video-queries'
import { expectAccessible } from '../../support/axe'
import { changeMedia, media, playMediaElement, videoElement } from '../../support/browser/media-element'
import { type PageOptions, renderPage } from '../../support/page'
import { useRealClock } from '../../support/shared-dom'
import { makeUser, makeVideo } from '../../support/site'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  playMediaElement()
})

afterEach(() => {
  vi.restoreAllMocks()
})

function playable(id: number, over: Partial<Video> = {}): Video {
  const url = `/media/v${id}/source.mp4`
  return makeVideo(id, {
    videoUrl: url,
    sources: [{ type: 'mp4', url, height: 720, bandwidth: null }],
    duration: 600,
    ...over,
  })
}

const address = { search: '', navigate: (() => undefined) as NavigateFunction }

function Page() {
  address.navigate = useNavigate()
  address.search = useLocation().search
  return <VideoPage />
}

async function renderWatch(options: PageOptions & { path?: string; video?: Partial<Video> } = {}) {
  const others = [makeVideo(2, { isPremium: true }), makeVideo(3)]
  const view = renderPage(options.path ?? '/video/1', '/video/:id', <Page />, {
    ...options,
    answers: {
      'GET /api/videos/1': playable(1, options.video),
      'GET /api/videos/3': playable(3),
      [`GET ${relatedPath(1)}`]: others,
      'PUT /api/videos/1/progress': new Response(null, { status: 204 }),
      'POST /api/videos/1/view': new Response(null, { status: 204 }),
      ...options.answers,
    },
  })
  await screen.findByRole('group', { name: 'Video player: Video 1' })
  changeMedia({ readyState: 4, duration: 600 }, 'loadedmetadata')
  // The page's additions to the player are loaded a moment after it.
  await screen.findByRole('link', { name: 'Video 3' })
  const settings = screen.getByRole('button', { name: 'Settings' })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(settings)
  await screen.findByRole('menuitemcheckbox', { name: 'Autoplay next' })
  await user.keyboard('{Escape}')
  return { ...view, user }
}

/** Continues playback in steps of a quarter of a second. */
function playTo(second: number): void {
  if (media.paused) changeMedia({ paused: false }, 'play')
  while (media.currentTime < second) {
    changeMedia({ currentTime: Math.min(second, media.currentTime + 0.25) }, 'timeupdate')
    act(() => void vi.advanceTimersByTime(250))
  }
}

function end(): void {
  changeMedia({ paused: false }, 'play')
  changeMedia({ currentTime: 600, ended: true, paused: true }, 'ended')
}

async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
}

describe('up next', () => {
  it('plays the next video that may be played, after eight seconds', async () => {
    await renderWatch()
    end()
    expect(screen.getByRole('region', { name: 'Up next' }).textContent).toContain('Video 3')
    await pass(7)
    expect(screen.getByRole('region', { name: 'Up next' })).toBeTruthy()
    media.ended = false
    await pass(2)
    expect(await screen.findByRole('group', { name: 'Video player: Video 3' })).toBeTruthy()
  })

  it('is accessible', async () => {
    await renderWatch()
    end()
    // axe waits on real timers.
    useRealClock()
    await expectAccessible()
  })

  it.each([
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['the wheel', () => fireEvent.wheel(document.body)],
    ['a press beside it', () => fireEvent.pointerDown(document.body)],
    ['a finger', () => fireEvent.touchMove(document.body)],
  ])('waits for whoever uses %s', async (_name, use) => {
    const { user } = await renderWatch()
    end()
    act(() => void use())
    await pass(10)
    expect(screen.getByRole('region', { name: 'Up next' })).toBeTruthy()
    media.ended = false
    await user.click(screen.getByRole('button', { name: 'Play now' }))
    expect(await screen.findByRole('group', { name: 'Video player: Video 3' })).toBeTruthy()
  })

  it.each(['Escape', 'Cancel'])('goes with %s, and the controls are back', async (way) => {
    const { user } = await renderWatch()
    end()
    expect(screen.queryByRole('button', { name: 'Replay' })).toBeNull()
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('region', { name: 'Up next' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Replay' })).toBeTruthy()
    await pass(10)
    expect(screen.getByRole('group', { name: 'Video player: Video 1' })).toBeTruthy()
  })

  it('stays away once it was switched off', async () => {
    const first = await renderWatch()
    await first.user.click(screen.getByRole('button', { name: 'Settings' }))
    await first.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Autoplay next' }))
    first.unmount()
    playMediaElement()
    await renderWatch()
    end()
    expect(screen.queryByRole('region', { name: 'Up next' })).toBeNull()
  })
})

describe('up next in a list', () => {
  const step = (id: number, isPremium = false) => ({ id, isPremium, userId: 1, key: null })
  const item = (id: number) => ({ videoId: id, video: makeVideo(id), addedAt: '2026-11-20T03:04:05.000Z' })
  const list = { id: 7, name: 'For tonight', linkKey: null, isClosed: false, count: 3, updatedAt: '' }
  const options = {
    path: '/video/1?list=7',
    viewer: makeUser(),
    answers: {
      'GET /api/lists/7': list,
      'GET /api/lists/7/order': [step(1), step(2, true), step(9)],
      'GET /api/lists/7/videos?ids=1%2C2%2C9': [item(1), item(2), item(9)],
      'GET /api/videos/9': playable(9),
      [`GET ${relatedPath(9)}`]: [makeVideo(3)],
    },
  }

  it("is a related video where the list can't be loaded, which is tried again", async () => {
    const order = vi.fn(() => Response.json({ detail: 'Too many.' }, { status: 429 }))
    const answers = { ...options.answers, 'GET /api/lists/7/order': order as () => unknown }
    const { user } = await renderWatch({ ...options, answers })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    end()
    expect((await screen.findByRole('region', { name: 'Up next' })).textContent).toContain('Video 3')
    order.mockImplementation(() => Response.json([step(1), step(9)]))
    await user.click(retry)
    expect(await screen.findByText('1 of 2')).toBeTruthy()
  })

  it("is a related video where the address names another's own list", async () => {
    const { viewer, ...visited } = options
    const { sent } = await renderWatch(visited)
    end()
    expect((await screen.findByRole('region', { name: 'Up next' })).textContent).toContain('Video 3')
    expect(sent.some(({ path }) => path.startsWith('/api/lists'))).toBe(false)
  })

  it('is the next of the list that may be played, and nothing after the last', async () => {
    const { user } = await renderWatch(options)
    const panel = within(await screen.findByRole('region', { name: 'List: For tonight' }))
    expect(panel.getByText('1 of 3')).toBeTruthy()
    expect(panel.getByRole('link', { name: /Video 1/ }).getAttribute('aria-current')).toBe('true')
    end()
    expect((await screen.findByRole('region', { name: 'Up next' })).textContent).toContain('Video 9')
    media.ended = false
    await user.click(screen.getByRole('button', { name: 'Play now' }))
    expect(await screen.findByRole('group', { name: 'Video player: Video 9' })).toBeTruthy()
    expect(await screen.findByText('3 of 3')).toBeTruthy()
    const next = screen.getByRole('button', { name: 'Next in list' })
    expect([next.getAttribute('aria-disabled'), next.title]).toEqual([
      'true',
      "There's no later video to play",
    ])
    end()
    expect(screen.queryByRole('region', { name: 'Up next' })).toBeNull()
  })

  it('leads nowhere from a video that is no longer in it, and says so', async () => {
    const answers = { ...options.answers, 'GET /api/lists/7/order': [step(2), step(9)] }
    const { user } = await renderWatch({ ...options, answers })
    await screen.findByRole('region', { name: 'List: For tonight' })
    for (const name of ['Previous in list', 'Shuffle', 'Next in list']) {
      const way = await screen.findByRole('button', { name })
      await waitFor(() => expect(way.title).toBe("This video isn't in the list"))
      await user.click(way)
    }
    expect(screen.getByRole('button', { name: 'Shuffle', pressed: false })).toBeTruthy()
  })

  it('shuffles from the video that plays, which plays on', async () => {
    const { user } = await renderWatch(options)
    const shuffle = await screen.findByRole('button', { name: 'Shuffle' })
    await user.click(screen.getByRole('button', { name: 'Next in list' }))
    expect(await screen.findByText('3 of 3')).toBeTruthy()
    // The panel is the same from video to video.
    expect(screen.getByRole('button', { name: 'Shuffle' })).toBe(shuffle)
    await user.click(shuffle)
    expect(await screen.findByText('1 of 3')).toBeTruthy()
  })
})

describe('resuming', () => {
  const viewer = makeUser()

  it('begins where the account has it, and says so', async () => {
    const { user } = await renderWatch({ viewer, video: { position: 192 } })
    expect(media.currentTime).toBe(192)
    expect(await screen.findByText('Resumed at 3:12')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(media.currentTime).toBe(0)
    expect(screen.queryByText('Resumed at 3:12')).toBeNull()
  })

  it('begins the next video in the same player where that one was left', async () => {
    const next = playable(3, { position: 60 })
    const { queryClient } = await renderWatch({
      viewer,
      video: { position: 192 },
      answers: { 'GET /api/videos/3': next },
    })
    // Loaded before, so that the player stays.
    queryClient.setQueryData(videoQuery(3).queryKey, next)
    const player = videoElement()
    Object.assign(media, { readyState: 0, duration: Number.NaN, currentTime: 0 })
    await act(() => address.navigate('/video/3'))
    await screen.findByRole('group', { name: 'Video player: Video 3' })
    expect(videoElement()).toBe(player)
    changeMedia({ readyState: 4, duration: 600 }, 'loadedmetadata')
    expect(media.currentTime).toBe(60)
    expect(await screen.findByText('Resumed at 1:00')).toBeTruthy()
  })

  it('tells the account once a minute and at a pause, and never the same twice', async () => {
    const { sent, user } = await renderWatch({ viewer })
    playTo(70)
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    window.dispatchEvent(new Event('pagehide'))
    const told = sent.filter(({ path }) => path === '/api/videos/1/progress').map(({ body }) => body)
    expect(told).toHaveLength(2)
    expect(told[1]).toEqual({ position: 70 })
  })

  it('shows on the page that one leaves for what was watched just now', async () => {
    const { sent, queryClient, unmount } = await renderWatch({ viewer })
    playTo(30)
    // Requests the list as the home page does, before the account has the position.
    const leave = new QueryObserver(queryClient, continueQuery).subscribe(() => {})
    unmount()
    const asked = () =>
      sent.map(({ method, path }) => `${method} ${path}`).filter((each) => /continue|progress/.test(each))
    await waitFor(() =>
      expect(asked()).toEqual([
        'GET /api/account/continue',
        'PUT /api/videos/1/progress',
        'GET /api/account/continue',
      ]),
    )
    leave()
  })

  it('tells once, on leaving, which parts were played, also with the history off', async () => {
    const { sent, unmount } = await renderWatch({ viewer: { ...viewer, savesHistory: false } })
    playTo(70)
    window.dispatchEvent(new Event('pagehide'))
    unmount()
    // Of twenty parts of 30 seconds, the playhead passed the middle of two.
    const told = sent.filter(({ path }) => path.endsWith('/watched'))
    expect(told.map(({ path, body }) => [path, body])).toEqual([['/api/videos/1/watched', { parts: 3 }]])
  })

  it('keeps a visitor’s place in this browser', async () => {
    const first = await renderWatch()
    playTo(60)
    first.unmount()
    expect(first.sent.some(({ path }) => path.endsWith('/progress'))).toBe(false)
    playMediaElement()
    await renderWatch()
    expect(media.currentTime).toBe(60)
    expect(await screen.findByText('Resumed at 1:00')).toBeTruthy()
  })

  it('notes nothing with the history off, here or on the account', async () => {
    keepPlace(viewer.id, { id: 1, position: 100, told: 100 })
    const off = { ...viewer, savesHistory: false }
    const { sent, user, unmount } = await renderWatch({ viewer: off, video: { position: 40 } })
    // The account's position, not this browser's.
    expect(media.currentTime).toBe(40)
    playTo(130)
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    unmount()
    expect(sent.some(({ path }) => path.endsWith('/progress'))).toBe(false)
    expect(localStorage.getItem('watch-log')).toBeNull()
  })

  it('writes nothing about a video that was only looked at', async () => {
    const { unmount } = await renderWatch({ path: '/video/1?t=90' })
    expect(media.currentTime).toBe(90)
    unmount()
    expect(localStorage.getItem('watch-log')).toBeNull()
  })
})

describe('a selection', () => {
  it('plays alone, pauses at its end, and gives way to the whole', async () => {
    const { user } = await renderWatch({ path: '/video/1?t=10,25', video: { position: 300 } })
    expect(media.currentTime).toBe(10)
    expect(await screen.findByText('Selection 0:10–0:25')).toBeTruthy()
    playTo(25)
    expect(media.paused).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Watch whole video' }))
    expect(screen.queryByText('Selection 0:10–0:25')).toBeNull()
    playTo(30)
    expect(media.paused).toBe(false)
  })

  it('ends with a jump out of it', async () => {
    const { user } = await renderWatch({ path: '/video/1?t=10,25' })
    await screen.findByText('Selection 0:10–0:25')
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    expect(screen.getByText('Selection 0:10–0:25')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    expect(screen.queryByText('Selection 0:10–0:25')).toBeNull()
  })

  it('leaves the rest of the address as it is', async () => {
    const { user } = await renderWatch({
      path: '/video/1?key=secret&t=10,25',
      answers: { 'GET /api/videos/1?key=secret': playable(1) },
    })
    await screen.findByText('Selection 0:10–0:25')
    await user.click(screen.getByRole('button', { name: 'Watch whole video' }))
    expect(address.search).toBe('?key=secret')
  })
})

describe('a moment in the address of the video that is open', () => {
  it('is where it goes on, by a link and by Back and Forward', async () => {
    await renderWatch({ path: '/video/1?t=20' })
    const { navigate } = address
    expect(media.currentTime).toBe(20)
    playTo(30)
    await act(() => navigate('/video/1?t=90'))
    expect(media.currentTime).toBe(90)
    // An equal position, or none, doesn't move it.
    playTo(95)
    await act(() => navigate('/video/1?t=90&list=short'))
    await act(() => navigate('/video/1'))
    expect(media.currentTime).toBe(95)
    await act(() => navigate(-1))
    expect(media.currentTime).toBe(90)
    await act(() => navigate(-2))
    expect(media.currentTime).toBe(20)
    await act(() => navigate('/video/1?t=10,25'))
    expect(media.currentTime).toBe(10)
    expect(await screen.findByText('Selection 0:10–0:25')).toBeTruthy()
    // A position beyond its end is ignored.
    await act(() => navigate('/video/1?t=9000'))
    expect(media.currentTime).toBe(10)
  })

  it('waits for a player that still loads, once', async () => {
    await renderWatch()
    const { navigate } = address
    const load = () => changeMedia({ readyState: 4, duration: 600 }, 'loadedmetadata')
    Object.assign(media, { readyState: 0, duration: Number.NaN, currentTime: 0 })
    await act(() => navigate('/video/3'))
    await screen.findByRole('group', { name: 'Video player: Video 3' })
    await act(() => navigate('/video/3?t=90'))
    expect(media.currentTime).toBe(0)
    load()
    expect(media.currentTime).toBe(90)
    playTo(95)
    // As after a reload of the same file.
    changeMedia({ readyState: 0 }, 'emptied')
    load()
    expect(media.currentTime).toBe(95)
  })
})
