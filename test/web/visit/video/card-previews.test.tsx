import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '#web/app/providers.tsx'
import { createQueryClient } from '#web/app/query-client'
import { VideoCard } from '#web/features/visit/catalogue/video-card.tsx'
import { makeVideo, settings } from '../../support/site'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
})

afterEach(() => {
  act(() => void fireEvent.pointerLeave(document.documentElement))
  vi.restoreAllMocks()
})

const mouse = { pointerType: 'mouse' }
const finger = { pointerType: 'touch', clientX: 100, clientY: 100 }

async function renderCards() {
  const queryClient = createQueryClient({ settings, viewer: null, ageVerified: true })
  render(
    <Providers queryClient={queryClient}>
      <MemoryRouter>
        <VideoCard video={makeVideo(1, { previewUrl: '/media/a/preview.mp4' })} />
        <VideoCard video={makeVideo(2, { previewUrl: '/media/b/preview.mp4' })} />
        <VideoCard video={makeVideo(3, { previewUrl: '/media/c/preview.mp4', isPremium: true })} />
        <VideoCard video={makeVideo(4)} />
        <VideoCard video={makeVideo(5, { trailerUrl: '/media/e/trailer.mp4', isPremium: true })} />
      </MemoryRouter>
    </Providers>,
  )
  // The preview player is loaded when a pointer is first over a card.
  fireEvent.pointerOver(link(4), mouse)
  await act(() => import('#web/entities/video/preview/runner'))
  await act(() => vi.advanceTimersByTimeAsync(0))
}

const link = (id: number) => screen.getByRole('link', { name: `Video ${id}` })
const addresses = () => [...document.querySelectorAll('video')].map((video) => video.getAttribute('src'))

function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

describe('the preview on a card', () => {
  it('plays after a mouse has rested there, in silence, and is freed when it leaves', async () => {
    await renderCards()
    fireEvent.pointerOver(link(1), mouse)
    pass(300)
    expect(addresses()).toEqual([])
    pass(100)
    expect(addresses()).toEqual(['/media/a/preview.mp4'])
    const clip = document.querySelector('video')
    expect(clip?.muted && clip.loop).toBe(true)
    fireEvent.pointerOver(document.body, mouse)
    expect(addresses()).toEqual([])
    expect(clip?.getAttribute('src')).toBeNull()
    expect(HTMLMediaElement.prototype.load).toHaveBeenCalledTimes(1)
  })

  it('is one at a time', async () => {
    await renderCards()
    fireEvent.pointerOver(link(1), mouse)
    pass(400)
    fireEvent.pointerOver(link(2), mouse)
    pass(400)
    expect(addresses()).toEqual(['/media/b/preview.mp4'])
  })

  it('is the trailer of what is locked', async () => {
    await renderCards()
    fireEvent.pointerOver(link(5), mouse)
    pass(400)
    expect(addresses()).toEqual(['/media/e/trailer.mp4'])
  })

  it('is not there for what is locked without a trailer, nor where there is none', async () => {
    await renderCards()
    for (const id of [3, 4]) {
      fireEvent.pointerOver(link(id), mouse)
      pass(1000)
    }
    expect(addresses()).toEqual([])
  })

  it('comes by a long press, which doesn’t follow the link', async () => {
    await renderCards()
    fireEvent.pointerDown(link(1), finger)
    pass(450)
    expect(addresses()).toEqual(['/media/a/preview.mp4'])
    expect(fireEvent.contextMenu(link(1))).toBe(false)
    fireEvent.pointerUp(link(1), finger)
    expect(fireEvent.click(link(1))).toBe(false)
    expect(addresses()).toEqual(['/media/a/preview.mp4'])
    fireEvent.pointerDown(document.body, finger)
    expect(addresses()).toEqual([])
  })

  it('leaves taps and scrolling alone', async () => {
    await renderCards()
    fireEvent.pointerDown(link(1), finger)
    pass(200)
    fireEvent.pointerUp(link(1), finger)
    pass(1000)
    fireEvent.pointerDown(link(1), finger)
    fireEvent.pointerMove(link(1), { ...finger, clientY: 140 })
    pass(1000)
    expect(addresses()).toEqual([])
    expect(fireEvent.contextMenu(link(1))).toBe(true)
  })

  it.each(['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)', 'Save-Data'])(
    'never plays with %s',
    async (wish) => {
      vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === wish }))
      if (wish === 'Save-Data') Object.assign(navigator, { connection: { saveData: true } })
      await renderCards()
      fireEvent.pointerOver(link(1), mouse)
      fireEvent.pointerDown(link(1), finger)
      pass(1000)
      Object.assign(navigator, { connection: undefined })
      expect(addresses()).toEqual([])
    },
  )
})
