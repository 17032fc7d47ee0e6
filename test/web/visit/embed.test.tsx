import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmbedBoot, EmbeddedVideo } from '#contract/schemas/videos/embed'
import { embedRenewAfter } from '#contract/values/videos/embed'
import { EmbedPage } from '#web/embed/embed-page.tsx'
import { isCovered, patience } from '#web/embed/is-covered'
import { expectAccessible } from '../support/axe'
import { changeMedia, playMediaElement, videoElement } from '../support/browser/media-element'
import { problem } from '../support/page'
import { makeReportReceipt } from '../support/safety'
import { useRealClock } from '../support/shared-dom'

const grant = 'POST /api/embed/1'
const report = 'POST /api/videos/1/report'

interface Call {
  address: string
  credentials: RequestCredentials | undefined
  body: unknown
}

/** Requests in order. An unknown request fails the test. */
let calls: Call[] = []

function answer(answers: Record<string, () => Response>): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const address = `${init.method ?? 'GET'} ${new URL(String(input), location.origin).pathname}`
    calls.push({ address, credentials: init.credentials, body: JSON.parse(String(init.body ?? 'null')) })
    return answers[address]?.() ?? problem(500, 'internal', `Nobody answers ${address}`)
  })
}

/** Stubs the browser's visibility report: with `undefined` there is no API, with null it reports nothing. */
function observe(isVisible: boolean | undefined | null): void {
  const entry = { prototype: isVisible === undefined ? {} : { isVisible } }
  vi.stubGlobal('IntersectionObserverEntry', entry)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: unknown[]) => void) {}
      observe() {
        if (isVisible !== null) queueMicrotask(() => this.tell([{ isIntersecting: true, isVisible }]))
      }
      disconnect() {}
    },
  )
}

beforeEach(() => {
  calls = []
  observe(true)
  playMediaElement()
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const video: EmbeddedVideo = {
  id: 1,
  title: 'Convergence',
  views: 5,
  duration: 200,
  thumbnailUrl: '/media/a.e/poster.jpg',
  storyboard: null,
  captions: [],
  sources: [{ type: 'mp4', url: '/media/a.e/source.mp4', height: 720, bandwidth: null }],
  expiresIn: 3600,
}

function renderEmbed(over: Partial<EmbedBoot> = {}): void {
  const boot: EmbedBoot = { siteName: 'Nocturne', accent: null, logo: null, id: 1, state: 'gate', ...over }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EmbedPage boot={boot} />
    </QueryClientProvider>,
  )
}

const confirm = () => userEvent.click(screen.getByRole('button', { name: "Yes, I'm Over 18" }))

async function openReport() {
  await waitFor(() => videoElement())
  changeMedia({ readyState: 4, duration: 200 }, 'loadedmetadata')
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
  return within(await screen.findByRole('dialog', { name: 'Report video' }))
}

describe('the frame of another site', () => {
  it('asks for the age first, and for the video only then', async () => {
    answer({ [grant]: () => Response.json(video) })
    renderEmbed()
    expect(screen.queryByText('Convergence')).toBeNull()
    expect(calls).toEqual([])
    await expectAccessible()
    await confirm()
    await screen.findByRole('heading', { name: 'Convergence' })
    expect(videoElement().getAttribute('src')).toBe('/media/a.e/source.mp4')
    expect(calls.map(({ address }) => address)).toEqual([grant])
  })

  it('shows nothing to whoever is under age', async () => {
    answer({})
    renderEmbed()
    await userEvent.click(screen.getByRole('button', { name: "No, I'm Under 18" }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Access Denied' }))
    expect(screen.queryByRole('button')).toBeNull()
    expect(calls).toEqual([])
  })

  it('says when the video could not be asked for, and can be asked again', async () => {
    let fails = true
    answer({
      [grant]: () => (fails ? problem(429, 'rate_limited', 'Too many requests.') : Response.json(video)),
    })
    renderEmbed()
    await confirm()
    expect(await screen.findByText('Too many requests.')).toBeTruthy()
    fails = false
    await confirm()
    await screen.findByRole('heading', { name: 'Convergence' })
  })

  it.each([
    [404, 'not_found', 'Video not found'],
    [403, 'forbidden', 'Premium Content'],
    [503, 'maintenance', 'Down for maintenance'],
  ] as const)('shows what became of the video since: %s %s', async (status, code, heading) => {
    answer({ [grant]: () => problem(status, code, 'No.') })
    renderEmbed()
    await confirm()
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    await expectAccessible()
  })

  it('leads to the site in a window of its own, since the site is framed by nobody', () => {
    answer({})
    renderEmbed({ state: 'locked' })
    const link = screen.getByRole('link', { name: 'Open on Nocturne' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '/video/1',
      '_blank',
      'noopener',
    ])
  })

  it('asks for new addresses when its own have ended, and plays on with them', async () => {
    answer({ [grant]: () => Response.json(video) })
    renderEmbed({ state: 'ready' })
    await waitFor(() => expect(videoElement().getAttribute('src')).toBe('/media/a.e/source.mp4'))
    changeMedia({ error: { code: 2 } }, 'error')
    await waitFor(() => expect(calls.map(({ address }) => address)).toEqual([grant, grant]))
  })

  it('asks at once where the age was confirmed before, and shows the gate where that fails', async () => {
    answer({ [grant]: () => problem(500, 'internal', 'Broken.') })
    renderEmbed({ state: 'ready' })
    expect(await screen.findByRole('button', { name: "Yes, I'm Over 18" })).toBeTruthy()
    expect(calls.map(({ address }) => address)).toEqual([grant])
  })

  it('renews its addresses before they expire, while it plays, and plays on with those that it has', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      answer({
        [grant]: () => {
          const url = `/media/${calls.length}.e/source.mp4`
          return Response.json({ ...video, sources: [{ ...video.sources[0], url }] })
        },
      })
      renderEmbed({ state: 'ready' })
      await vi.waitFor(() => expect(videoElement().getAttribute('src')).toBe('/media/1.e/source.mp4'))
      const asked = () => calls.length
      // While it is paused, no new URLs are needed.
      await vi.advanceTimersByTimeAsync(video.expiresIn * 1000)
      expect(asked()).toBe(1)
      changeMedia({ paused: false }, 'play')
      await vi.waitFor(() => expect(asked()).toBe(2))
      expect(videoElement().getAttribute('src')).toBe('/media/1.e/source.mp4')
      await vi.advanceTimersByTimeAsync(video.expiresIn * 1000 * embedRenewAfter - 1000)
      expect(asked()).toBe(2)
      // The element here never plays on, so the player has given it up.
      changeMedia({ paused: false }, 'timeupdate')
      await vi.advanceTimersByTimeAsync(2000)
      expect(asked()).toBe(3)
    } finally {
      // A player that plays asks for frame after frame.
      cleanup()
      useRealClock()
    }
  })
})

describe('a report from the frame', () => {
  /** Returns the requests, except those for the video. */
  const reports = () => calls.filter(({ address }) => address !== grant)
  const granted = () => Response.json(video)

  it('goes without cookies, so that it is nobody’s, and its receipt opens on the site', async () => {
    answer({ [grant]: granted, [report]: () => Response.json(makeReportReceipt(), { status: 201 }) })
    renderEmbed({ state: 'ready' })
    const dialog = await openReport()
    await userEvent.click(dialog.getByRole('radio', { name: /^Copyright/ }))
    await userEvent.type(dialog.getByLabelText('Email (optional)'), 'anna@example.org')
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    const receipt = within(await screen.findByRole('dialog', { name: 'Report received' }))
    expect(reports()).toEqual([
      {
        address: report,
        credentials: 'omit',
        body: { reason: 'copyright', details: '', email: 'anna@example.org' },
      },
    ])
    for (const link of receipt.getAllByRole('link')) expect(link.getAttribute('target')).toBe('_blank')
    await expectAccessible(screen.getByRole('dialog'))
  })

  it('takes a video away that it hid, once the receipt was read', async () => {
    answer({
      [report]: () => Response.json(makeReportReceipt({ reason: 'minor' }), { status: 201 }),
      [grant]: () => (reports().length > 0 ? problem(404, 'not_found', 'It is gone.') : granted()),
    })
    renderEmbed({ state: 'ready' })
    const dialog = await openReport()
    await userEvent.click(dialog.getByRole('radio', { name: /^Involves a minor/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    const receipt = within(await screen.findByRole('dialog', { name: 'Report received' }))
    await userEvent.click(receipt.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
    expect(document.querySelector('video')).toBeNull()
  })

  async function sendSpam() {
    const dialog = await openReport()
    await userEvent.click(dialog.getByRole('radio', { name: /^Spam/ }))
    const button = dialog.getByRole('button', { name: 'Send report' })
    return { refused: () => dialog.findByText(/^Something is covering this player/), button }
  }

  it('isn’t sent from under something that covers the frame', async () => {
    observe(false)
    answer({ [grant]: granted })
    renderEmbed({ state: 'ready' })
    const { button, refused } = await sendSpam()
    await userEvent.click(button)
    expect(await refused()).toBeTruthy()
    expect(reports()).toEqual([])
  })

  it('is taken for covered where a browser that can tell says nothing, as of a frame that it doesn’t draw', async () => {
    observe(null)
    vi.useFakeTimers()
    try {
      const answer = isCovered(document.body)
      vi.advanceTimersByTime(patience)
      expect(await answer).toBe(true)
    } finally {
      useRealClock()
    }
  })

  it('is sent by a browser that can’t tell', async () => {
    observe(undefined)
    answer({ [grant]: granted, [report]: () => Response.json(makeReportReceipt(), { status: 201 }) })
    renderEmbed({ state: 'ready' })
    await userEvent.click((await sendSpam()).button)
    expect(await screen.findByRole('dialog', { name: 'Report received' })).toBeTruthy()
  })
})
