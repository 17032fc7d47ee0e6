import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { relatedPath } from '#contract/values/videos/video-lists'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { pictureInPictureShortcut, shortcuts } from '#web/player/core/shortcuts'
import { expectAccessible } from '../support/axe'
import {
  announcerLoaded,
  changeMedia,
  media,
  playMediaElement,
  videoElement,
} from '../support/browser/media-element'
import { renderPage } from '../support/page'
import { makeVideo } from '../support/site'

beforeEach(() => {
  playMediaElement()
  // jsdom has neither modal dialogs nor text tracks.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  vi.spyOn(HTMLMediaElement.prototype, 'textTracks', 'get').mockReturnValue(
    Object.assign([], { addEventListener: () => {} }) as unknown as TextTrackList,
  )
  Object.defineProperty(HTMLTrackElement.prototype, 'track', { configurable: true, get: trackOf })
})

afterEach(() => {
  vi.restoreAllMocks()
})

const modes = new WeakMap<HTMLTrackElement, { mode: string }>()

function trackOf(this: HTMLTrackElement): { mode: string } {
  const track = modes.get(this) ?? { mode: 'disabled' }
  modes.set(this, track)
  return track
}

const captions = [
  { language: 'de', label: 'Deutsch', url: '/media/c/captions-de.vtt' },
  { language: 'en', label: 'English', url: '/media/c/captions-en.vtt' },
]

async function renderWatch(over: Partial<Video> = {}) {
  const url = '/media/day-1/source.mp4'
  const video = makeVideo(1, {
    title: 'Convergence',
    videoUrl: url,
    sources: [{ type: 'mp4', url, height: 720, bandwidth: null }],
    likedByMe: false,
    ...over,
  })
  const others = [makeVideo(2, { isPremium: true }), makeVideo(3, { title: 'The next one' })]
  const view = renderPage('/video/1', '/video/:id', <VideoPage />, {
    answers: { 'GET /api/videos/1': video, [`GET ${relatedPath(1)}`]: others },
  })
  await screen.findByRole('group', { name: 'Video player: Convergence' })
  changeMedia({ readyState: 4, duration: 75 }, 'loadedmetadata')
  return { ...view, user: userEvent.setup() }
}

/** Opens the settings, and waits for the focus in them: keys pressed earlier go to the button. */
async function openSettings(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const menu = await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement).toBe(menu))
}

describe('the settings menu', () => {
  it('has its pages by keyboard, and gives the focus back', async () => {
    const { user } = await renderWatch()
    const button = screen.getByRole('button', { name: 'Settings' })
    button.focus()
    await user.keyboard('{Enter}')
    const menu = await screen.findByRole('menu', { name: 'Settings' })
    await waitFor(() => expect(document.activeElement).toBe(menu))
    await user.keyboard('{ArrowDown}{ArrowRight}')
    const current = await screen.findByRole('menuitemradio', { name: '1×' })
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(current.id),
    )
    await expectAccessible()
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(videoElement().playbackRate).toBe(1.25))
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('leads back from a page to the one before', async () => {
    const { user } = await renderWatch()
    await openSettings(user)
    await user.keyboard('sp{ArrowRight}')
    expect(await screen.findByRole('menuitem', { name: /^Back from/ })).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Loop' })).toBeTruthy()
  })

  it('loops, and says so', async () => {
    const { user } = await renderWatch()
    await announcerLoaded()
    await openSettings(user)
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Loop' }))
    expect(videoElement().loop).toBe(true)
    expect(screen.getByText('Loop on')).toBeTruthy()
    expect(screen.getByRole('menuitemcheckbox', { name: 'Loop' }).getAttribute('aria-checked')).toBe('true')
  })

  it('offers what can be made of the video, and stops it for that', async () => {
    const { user } = await renderWatch()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    await openSettings(user)
    expect(await screen.findByRole('menuitem', { name: 'Generate Thumbnail' })).toBeTruthy()
    expect(screen.getByRole('menuitem', { name: 'Crop Video' })).toBeTruthy()
    await user.keyboard('cr{Enter}')
    await waitFor(() => expect(media.paused).toBe(true))
  })
})

describe('captions', () => {
  it('have neither button nor page where there are none', async () => {
    const { user } = await renderWatch()
    expect(screen.queryByRole('button', { name: 'Captions' })).toBeNull()
    await openSettings(user)
    expect(screen.queryByRole('menuitem', { name: /Captions/ })).toBeNull()
  })

  it('come in the reader’s language at first, then in the one that was chosen, and stay off when switched off', async () => {
    const first = await renderWatch({ captions })
    const button = await screen.findByRole('button', { name: 'Captions' })
    await waitFor(() => expect(videoElement().querySelectorAll('track')).toHaveLength(2))
    await first.user.click(button)
    expect(button.getAttribute('aria-pressed')).toBe('true')
    expect(shownLanguages()).toEqual(['en'])
    await openSettings(first.user)
    await first.user.keyboard('ca{Enter}')
    expect(await screen.findByRole('menuitemradio', { name: 'English', checked: true })).toBeTruthy()
    await first.user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(shownLanguages()).toEqual(['de']))
    first.unmount()

    const second = await renderWatch({ captions })
    await announcerLoaded()
    await waitFor(() => expect(shownLanguages()).toEqual(['de']))
    screen.getByRole('group', { name: /^Video player/ }).focus()
    await second.user.keyboard('c')
    expect(shownLanguages()).toEqual([])
    expect(screen.getByText('Captions off')).toBeTruthy()
    second.unmount()

    await renderWatch({ captions })
    await waitFor(() => expect(videoElement().querySelectorAll('track')).toHaveLength(2))
    expect(shownLanguages()).toEqual([])
  })
})

function shownLanguages(): string[] {
  const tracks = [...document.querySelectorAll('track')]
  return tracks.filter(({ track }) => track.mode === 'showing').map(({ srclang }) => srclang)
}

describe('the sheet of shortcuts', () => {
  it('lists every one, from anywhere on the page', async () => {
    const wide = { addEventListener: () => {}, removeEventListener: () => {} }
    vi.stubGlobal('matchMedia', (query: string) => ({ ...wide, matches: query.includes('width >=') }))
    const { user } = await renderWatch()
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const shortcut of shortcuts) {
      // jsdom has no picture-in-picture.
      const missing = shortcut === pictureInPictureShortcut ? " (this browser can't)" : ''
      expect(within(sheet).getByText(`${shortcut.label}${missing}`)).toBeTruthy()
    }
    await expectAccessible()
    // Its keys don't reach the player.
    fireEvent.keyDown(sheet, { key: 'm' })
    expect(videoElement().muted).toBe(false)
    await user.click(within(sheet).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('keys', () => {
  it('work in another script, on the sheet as that keyboard has them', async () => {
    const getLayoutMap = async () => new Map([['KeyK', 'л']])
    Object.defineProperty(navigator, 'keyboard', { configurable: true, value: { getLayoutMap } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'keyboard'))
    await renderWatch()
    fireEvent.keyDown(document.body, { key: 'ь', code: 'KeyM' })
    expect(videoElement().muted).toBe(true)
    fireEvent.keyDown(document.body, { key: '?', code: 'Digit7', shiftKey: true })
    expect(await screen.findByText('Л')).toBeTruthy()
    expect(screen.queryByText('K')).toBeNull()
  })

  it('step by frames while the picture stands, and not while it plays', async () => {
    const { user } = await renderWatch()
    screen.getByRole('group', { name: /^Video player/ }).focus()
    await user.keyboard('..,')
    expect(media.currentTime).toBeCloseTo(1 / 30, 1)
    expect(media.currentTime).toBeGreaterThan(0.03)
    await user.keyboard('k')
    const before = media.currentTime
    await user.keyboard('...')
    expect(media.currentTime).toBe(before)
  })

  it('lead to the next video that may be played', async () => {
    const { user } = await renderWatch()
    await screen.findByRole('link', { name: 'The next one' })
    await openSettings(user)
    await screen.findByRole('menuitemcheckbox', { name: 'Autoplay next' })
    await user.keyboard('{Escape}')
    screen.getByRole('group', { name: /^Video player/ }).focus()
    await user.keyboard('n')
    await screen.findByText(/Video not found/)
  })
})
