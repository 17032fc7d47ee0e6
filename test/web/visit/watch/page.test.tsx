import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { relatedPath } from '#contract/values/videos/video-lists'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { videoQuery } from '#web/entities/video/video-queries'
import { createToggleQueue } from '#web/lib/toggle-queue'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser, makeVideo } from '../../support/site'

beforeEach(() => {
  // jsdom has media elements that can't load.
  const proto = HTMLMediaElement.prototype
  vi.spyOn(proto, 'load').mockImplementation(() => {})
  vi.spyOn(proto, 'canPlayType').mockReturnValue('maybe')
})

afterEach(() => {
  // While the element is still stubbed, since the player releases it.
  cleanup()
  vi.restoreAllMocks()
})

const owner = makeUser({ id: 3, username: 'creator' })
const related = `GET ${relatedPath(1)}`

function playable(over: Partial<Video> = {}): Video {
  const url = '/media/day-1/source.mp4'
  const sources = [{ type: 'mp4', url, height: 720, bandwidth: null } as const]
  return makeVideo(1, {
    title: 'Convergence',
    videoUrl: url,
    sources: [...sources],
    likedByMe: false,
    ...over,
  })
}

async function renderWatch(video: Video, options: PageOptions = {}) {
  const view = renderPage('/video/1', '/video/:id', <VideoPage />, {
    ...options,
    answers: { 'GET /api/videos/1': video, [related]: [], ...options.answers },
  })
  await screen.findByRole('heading', { level: 1, name: video.title })
  return view
}

function element(): HTMLVideoElement {
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no player.')
  return video
}

describe('video page', () => {
  it('shows the player, the numbers and the words', async () => {
    await renderWatch(playable({ views: 2000, likes: 1860, description: 'A slow fall.' }))
    expect(element().getAttribute('src')).toBe('/media/day-1/source.mp4')
    expect(screen.getByText('2K views')).toBeTruthy()
    expect(screen.getByText('93%')).toBeTruthy()
    expect(screen.getByText('A slow fall.')).toBeTruthy()
    expect(screen.getByText('creator')).toBeTruthy()
    expect(screen.getByText('January 2, 2026')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Fractals' }).getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    await waitFor(() => expect(document.title).toBe('Convergence · Nocturne'))
    await expectAccessible()
  })

  it('keeps Space pressed while it loads, and then plays; elsewhere Space scrolls', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    let answer = (_: Video) => {}
    const video = new Promise<Video>((resolve) => (answer = resolve))
    renderPage('/video/1', '/video/:id', <VideoPage />, {
      answers: { 'GET /api/videos/1': () => video, [related]: [] },
    })
    await screen.findByRole('status', { name: 'Loading' })
    expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(false)
    answer(playable())
    await screen.findByRole('heading', { level: 1, name: 'Convergence' })
    vi.spyOn(element(), 'readyState', 'get').mockReturnValue(4)
    fireEvent.loadedMetadata(element())
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
    cleanup()
    expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(true)
  })

  it('forgets Space pressed on a page that is left before its player comes', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    renderPage('/video/1', '/video/:id', <VideoPage />, {
      answers: { 'GET /api/videos/1': () => new Promise(() => {}), [related]: [] },
    })
    await screen.findByRole('status', { name: 'Loading' })
    fireEvent.keyDown(document.body, { key: ' ' })
    cleanup()
    await renderWatch(playable())
    vi.spyOn(element(), 'readyState', 'get').mockReturnValue(4)
    fireEvent.loadedMetadata(element())
    await screen.findByRole('slider', { name: 'Seek' })
    expect(play).not.toHaveBeenCalled()
  })

  it('shows what is related', async () => {
    const others = Array.from({ length: 8 }, (_, index) => makeVideo(index + 2))
    await renderWatch(playable(), { answers: { [related]: others } })
    const list = await screen.findByRole('list', { name: 'Related Videos' })
    const links = within(list).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].flatMap((id) => [`/video/${id}`, '/u/creator']),
    )
  })

  it('locks premium videos among the others', async () => {
    const others = [makeVideo(2, { isPremium: true })]
    await renderWatch(playable(), { answers: { [related]: others } })
    const list = await screen.findByRole('list', { name: 'Related Videos' })
    expect(within(list).getByText('Premium Content')).toBeTruthy()
    expect(within(list).getByText('PREMIUM')).toBeTruthy()
  })

  it.each(['/video/1', '/video/0', '/video/abc', '/video/1e3'])('has nothing at %s', async (path) => {
    renderPage(path, '/video/:id', <VideoPage />)
    expect(await screen.findByRole('heading', { level: 1, name: 'Video not found' })).toBeTruthy()
    expect(screen.getByText("The video you're looking for doesn't exist or has been removed.")).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Go Back' }))
    expect(screen.getByTestId('elsewhere').textContent).toBe('/')
  })

  it('offers to try again when it could not be loaded', async () => {
    const { sent } = renderPage('/video/1', '/video/:id', <VideoPage />, {
      answers: { 'GET /api/videos/1': problem(503, 'unavailable', 'Back in a moment.') },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(sent.filter(({ path }) => path === '/api/videos/1')).toHaveLength(2))
  })
})

describe('premium video', () => {
  const locked = () => makeVideo(1, { title: 'Members only', isPremium: true })

  it('is locked for a visitor', async () => {
    await renderWatch(locked())
    expect(await screen.findByRole('heading', { name: 'Premium Content' })).toBeTruthy()
    expect(screen.getByText('Subscribe to unlock this video')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upgrade to Premium' }).getAttribute('href')).toBe(
      '/premium?video=1',
    )
    expect(screen.getByRole('link', { name: /Sign In/ }).getAttribute('href')).toBe(
      '/signin?from=%2Fvideo%2F1',
    )
    expect(screen.getAllByText('Members only')).toHaveLength(2)
    expect(screen.getByText('$14.99/month')).toBeTruthy()
    expect(document.querySelector('video')).toBeNull()
    await expectAccessible()
  })

  it('shows its picture as it is, and plays its trailer once, to be stopped and played again', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
    await renderWatch({ ...locked(), trailerUrl: '/media/t/trailer.mp4' })
    const trailer = (await screen.findByLabelText('Trailer')) as HTMLVideoElement
    expect(trailer.getAttribute('src')).toBe('/media/t/trailer.mp4')
    expect([trailer.autoplay, trailer.muted, trailer.loop]).toEqual([true, true, false])
    fireEvent.playing(trailer)
    await userEvent.click(screen.getByRole('button', { name: 'Pause trailer' }))
    expect(pause).toHaveBeenCalledOnce()
    fireEvent.pause(trailer)
    await userEvent.click(screen.getByRole('button', { name: 'Play trailer' }))
    expect(play).toHaveBeenCalledOnce()
    const picture = document.querySelector('img[src="/media/poster-1.jpg"]')
    expect(picture?.className).not.toContain('blur')
    await expectAccessible()
  })

  it('leaves its trailer to a click for those who want calm', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    await renderWatch({ ...locked(), trailerUrl: '/media/t/trailer.mp4' })
    const trailer = (await screen.findByLabelText('Trailer')) as HTMLVideoElement
    expect([trailer.autoplay, trailer.preload]).toEqual([false, 'none'])
  })

  it('is locked for a free account, which is signed in already', async () => {
    await renderWatch(locked(), { viewer: makeUser() })
    expect(await screen.findByRole('link', { name: 'Upgrade to Premium' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Sign In/ })).toBeNull()
  })

  it('plays for whom the server gave an address', async () => {
    await renderWatch(playable({ isPremium: true }), { viewer: makeUser({ isPremium: true }) })
    expect(element()).toBeTruthy()
    expect(screen.queryByText('Premium Content')).toBeNull()
  })

  it('says so when the membership ended in an open tab', async () => {
    const answers = [playable({ isPremium: true, title: 'Members only' }), locked()]
    const { queryClient } = await renderWatch(locked(), {
      viewer: makeUser({ isPremium: true }),
      answers: { 'GET /api/videos/1': () => answers.shift() },
    })
    expect(element()).toBeTruthy()
    await queryClient.invalidateQueries(videoQuery(1))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Your membership has ended. Upgrade again to keep watching.')
  })

  it.each([
    ['a visitor', null],
    ['a free account', makeUser()],
  ])(
    'offers %s a free video that became premium while it played, without a word of blame',
    async (_, viewer) => {
      const answers = [playable({ title: 'Members only' }), locked()]
      const { queryClient } = await renderWatch(locked(), {
        viewer,
        answers: { 'GET /api/videos/1': () => answers.shift() },
      })
      expect(element()).toBeTruthy()
      await queryClient.invalidateQueries(videoQuery(1))
      expect(await screen.findByText('Subscribe to unlock this video')).toBeTruthy()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

describe('what only the owner sees', () => {
  it('follows the processing until there is something to play', async () => {
    const states = [
      makeVideo(1, { title: 'Convergence', status: 'processing' }),
      playable({ status: 'ready' }),
    ]
    await renderWatch(playable(), { viewer: owner, answers: { 'GET /api/videos/1': () => states.shift() } })
    expect(await screen.findByText(/when that's done/)).toBeTruthy()
    await expectAccessible()
    await waitFor(() => expect(element().getAttribute('src')).toBe('/media/day-1/source.mp4'), {
      timeout: 4000,
    })
    expect(screen.queryByText('Processing')).toBeNull()
  })

  it.each([
    [{ review: 'pending' }, 'Pending review', /once it's been approved/],
    [{ review: 'rejected', reason: 'Too dark.', isPublic: false }, 'Rejected', /Reason: Too dark\./],
    [{ status: 'failed', reason: 'No picture.' }, 'Processing failed', /No picture\./],
    [{ hold: 'quarantine' }, 'On hold', /only administrators can watch/],
  ] as const)('is told of %j', async (state, title, text) => {
    await renderWatch(makeVideo(1, { status: 'ready', review: 'approved', hold: null, ...state }), {
      viewer: owner,
    })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    await expectAccessible()
  })

  it('has a way to the editor, and a mark while it is private', async () => {
    await renderWatch(playable({ isPublic: false }), { viewer: owner })
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/edit-video/1')
    expect(screen.getByText('PRIVATE')).toBeTruthy()
  })

  it('has no editor for a video on hold', async () => {
    await renderWatch(makeVideo(1, { hold: 'quarantine' }), { viewer: owner })
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })
})

describe('playback', () => {
  it('counts a view once, when the player says so', async () => {
    const { sent } = await renderWatch(playable(), {
      answers: { 'POST /api/videos/1/view?from=site': new Response(null, { status: 204 }) },
    })
    vi.spyOn(HTMLMediaElement.prototype, 'ended', 'get').mockReturnValue(true)
    const views = () => sent.filter(({ path }) => path === '/api/videos/1/view?from=site')
    await waitFor(() => expect(views()).toHaveLength(1), { timeout: 2000 })
    expect(views()[0]?.method).toBe('POST')
  })

  it('asks once for a new address when one is refused', async () => {
    const fresh = '/media/day-2/source.mp4'
    let asked = 0
    const answer = () => {
      asked += 1
      return asked === 1
        ? playable()
        : playable({ videoUrl: fresh, sources: [{ type: 'mp4', url: fresh, height: 720, bandwidth: null }] })
    }
    renderPage('/video/1', '/video/:id', <VideoPage />, {
      answers: { 'GET /api/videos/1': answer, [related]: [] },
    })
    await screen.findByRole('heading', { level: 1, name: 'Convergence' })
    Object.defineProperty(element(), 'error', { value: { code: 2 } })
    fireEvent.error(element())
    fireEvent.error(element())
    // The player's next try, a second later, takes the new URL.
    await waitFor(() => expect(element().getAttribute('src')).toBe(fresh), { timeout: 3000 })
    expect(asked).toBe(2)
  })

  it('asks again when the same address is refused later', async () => {
    let missing = false
    renderPage('/video/1', '/video/:id', <VideoPage />, {
      answers: {
        'GET /api/videos/1': () => (missing ? problem(404, 'not_found', 'No such video.') : playable()),
        [related]: [],
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'Convergence' })
    // The network failed for a moment, but the video still exists.
    fireEvent.error(element())
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 6000)
    missing = true
    fireEvent.error(element())
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
  })
})

describe('like', () => {
  const button = () => screen.getByRole('button', { name: 'Like' })
  const pressed = () => button().getAttribute('aria-pressed')

  it('shows at once, and then what the server says', async () => {
    const gate = Promise.withResolvers<object>()
    await renderWatch(playable({ views: 10, likes: 4 }), {
      viewer: makeUser(),
      answers: { 'POST /api/videos/1/like': () => gate.promise },
    })
    await userEvent.click(button())
    await waitFor(() => expect(pressed()).toBe('true'))
    expect(screen.getByText('50%')).toBeTruthy()
    gate.resolve({ liked: true, likes: 7 })
    expect(await screen.findByText('70%')).toBeTruthy()
    expect(screen.getByText('Video liked!')).toBeTruthy()
    expect(screen.getByText('Thanks for your feedback')).toBeTruthy()
  })

  it('takes a like back', async () => {
    const { sent } = await renderWatch(playable({ likedByMe: true, views: 10, likes: 5 }), {
      viewer: makeUser(),
      answers: { 'DELETE /api/videos/1/like': { liked: false, likes: 4 } },
    })
    await userEvent.click(button())
    await waitFor(() => expect(pressed()).toBe('false'))
    await waitFor(() => expect(sent.at(-1)?.method).toBe('DELETE'))
    expect(screen.queryByText('Video liked!')).toBeNull()
  })

  it('has been refunded to what it was when the server refuses', async () => {
    await renderWatch(playable({ views: 10, likes: 4 }), {
      viewer: makeUser(),
      answers: { 'POST /api/videos/1/like': problem(429, 'rate_limited', 'Too many likes.') },
    })
    await userEvent.click(button())
    expect(await screen.findByText('Action failed')).toBeTruthy()
    expect(screen.getByText('Please try again or sign in')).toBeTruthy()
    expect(pressed()).toBe('false')
    expect(screen.getByText('40%')).toBeTruthy()
  })

  it('goes back to what the server knows when the first of two quick presses is refused', async () => {
    const gate = Promise.withResolvers<Response>()
    await renderWatch(playable({ views: 10, likes: 4 }), {
      viewer: makeUser(),
      answers: { 'POST /api/videos/1/like': () => gate.promise },
    })
    await userEvent.click(button())
    await waitFor(() => expect(pressed()).toBe('true'))
    await userEvent.click(button())
    await waitFor(() => expect(pressed()).toBe('false'))
    gate.resolve(problem(429, 'rate_limited', 'Too many likes.'))
    expect(await screen.findByText('Action failed')).toBeTruthy()
    expect(pressed()).toBe('false')
    expect(screen.getByText('40%')).toBeTruthy()
  })

  it('asks a visitor to sign in', async () => {
    const { sent } = await renderWatch(playable())
    await userEvent.click(button())
    expect(screen.getByText('Please try again or sign in')).toBeTruthy()
    expect(pressed()).toBe('false')
    expect(sent.some(({ path }) => path.endsWith('/like'))).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(JSON.parse(sessionStorage.getItem('after-sign-in') ?? '{}')).toMatchObject({
      act: 'like',
      video: 1,
      from: '/video/1',
    })
  })
})

describe('toggle queue', () => {
  function makeQueue() {
    const requests: { on: boolean; answer: (value: string) => void; fail: () => void }[] = []
    const onSettled = vi.fn()
    const onFailed = vi.fn()
    const send = (on: boolean) =>
      new Promise<string>((answer, reject) => {
        requests.push({ on, answer, fail: () => reject(new Error('refused')) })
      })
    return { requests, onSettled, onFailed, queue: createToggleQueue({ send, onSettled, onFailed }) }
  }

  it('sends one at a time, and of what waits only the last wish', async () => {
    const { queue, requests, onSettled } = makeQueue()
    for (const on of [true, false, true, false]) queue.set(on)
    expect(requests.map(({ on }) => on)).toEqual([true])
    requests[0]?.answer('first')
    await vi.waitFor(() => expect(requests.map(({ on }) => on)).toEqual([true, false]))
    expect(onSettled).not.toHaveBeenCalled()
    requests[1]?.answer('second')
    await vi.waitFor(() => expect(onSettled).toHaveBeenCalledExactlyOnceWith('second'))
    expect(queue.idle).toBe(true)
  })

  it('sends nothing more when the last wish is what is under way', async () => {
    const { queue, requests, onSettled } = makeQueue()
    for (const on of [true, false, true]) queue.set(on)
    requests[0]?.answer('first')
    await vi.waitFor(() => expect(onSettled).toHaveBeenCalledExactlyOnceWith('first'))
    expect(requests).toHaveLength(1)
  })

  it('falls back on what was confirmed before a failure, and works on after it', async () => {
    const { queue, requests, onFailed, onSettled } = makeQueue()
    queue.set(true)
    queue.set(false)
    requests[0]?.answer('first')
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    requests[1]?.fail()
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledExactlyOnceWith('first', expect.any(Error)))
    queue.set(true)
    requests[2]?.answer('third')
    await vi.waitFor(() => expect(onSettled).toHaveBeenCalledExactlyOnceWith('third'))
  })
})
