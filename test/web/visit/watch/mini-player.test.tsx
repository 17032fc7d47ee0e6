import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { expectAccessible } from '../../support/axe'
import { changeMedia, playMediaElement, videoElement } from '../../support/browser/media-element'
import { makeUser, makeVideo, renderSite, type SiteOptions } from '../../support/site'

beforeEach(playMediaElement)

afterEach(() => {
  vi.restoreAllMocks()
  document.documentElement.className = ''
})

const url = '/media/v1/source.mp4'
const video = makeVideo(1, {
  videoUrl: url,
  sources: [{ type: 'mp4', url, height: 720, bandwidth: null }],
  duration: 600,
})

/** Opens the video, plays it, and goes home by the site's own link. */
async function browse(options: SiteOptions & { video?: Partial<Video>; play?: boolean } = {}) {
  const answers: Record<string, unknown> = { '/api/videos/1': { ...video, ...options.video } }
  answers['/api/videos/1/related'] = []
  const view = renderSite('/video/1', { ...options, answers })
  await screen.findByRole('heading', { level: 1, name: 'Video 1' })
  changeMedia({ readyState: 4, duration: 600 }, 'loadedmetadata')
  // The page's additions to the player are loaded a moment after it, and include the mini player.
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await screen.findByRole('menuitemcheckbox', { name: 'Keep playing while you browse' })
  await user.keyboard('{Escape}')
  const element = videoElement()
  if (options.play !== false) changeMedia({ paused: false }, 'play')
  const goHome = async () => {
    await user.click(screen.getByRole('link', { name: 'Nocturne, home' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull())
  }
  return { ...view, answers, user, element, goHome }
}

const mini = () => screen.queryByRole('region', { name: 'Mini player' })

describe('a video that plays', () => {
  it('goes on in the mini player, and on its page again, in the same element', async () => {
    const { user, element, goHome } = await browse()
    await goHome()
    const panel = within(await screen.findByRole('region', { name: 'Mini player' }))
    expect(videoElement()).toBe(element)
    expect(element.paused).toBe(false)
    await expectAccessible()
    await user.click(panel.getByRole('button', { name: 'Pause' }))
    expect(element.paused).toBe(true)
    // It reacts only to the keys of its own buttons: other keys are the page's.
    fireEvent.keyDown(document.body, { key: 'k' })
    expect(element.paused).toBe(true)
    await user.click(panel.getByRole('link', { name: 'Back to Video 1' }))
    await screen.findByRole('heading', { level: 1, name: 'Video 1' })
    expect(mini()).toBeNull()
    expect(videoElement()).toBe(element)
    expect(element.closest('article')).not.toBeNull()
    expect(element.getAttribute('src')).toBe(url)
  })

  it('waits at its end', async () => {
    const { goHome } = await browse()
    await goHome()
    changeMedia({ currentTime: 600, ended: true, paused: true }, 'ended')
    expect(await screen.findByRole('button', { name: 'Replay' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Up next' })).toBeNull()
  })

  it('pauses when another sound begins, and not for a silent clip', async () => {
    const { element, goHome } = await browse()
    await goHome()
    const other = document.body.appendChild(document.createElement('video'))
    other.muted = true
    fireEvent.play(other)
    expect(element.paused).toBe(false)
    other.muted = false
    fireEvent.play(other)
    expect(element.paused).toBe(true)
    other.remove()
  })

  it('ends with Escape, and gives the focus to the page', async () => {
    const { user, goHome } = await browse()
    await goHome()
    act(() => screen.getByRole('button', { name: 'Close mini player' }).focus())
    await user.keyboard('{Escape}')
    expect(mini()).toBeNull()
    expect(document.querySelector('video')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('ends when its viewer signs out', async () => {
    const { queryClient, goHome } = await browse({ viewer: makeUser() })
    await goHome()
    expect(mini()).not.toBeNull()
    act(() => void queryClient.setQueryData(viewerQuery.queryKey, null))
    await waitFor(() => expect(mini()).toBeNull())
    expect(localStorage.getItem('watch-log')).toBeNull()
  })

  it('ends when it was removed', async () => {
    const { queryClient, answers, goHome } = await browse()
    await goHome()
    expect(mini()).not.toBeNull()
    answers['/api/videos/1'] = undefined
    await act(() => queryClient.invalidateQueries({ queryKey: ['videos', 'one', 1] }))
    await waitFor(() => expect(mini()).toBeNull())
  })
})

describe('a video ends with its page', () => {
  it('when it is paused', async () => {
    const { goHome } = await browse({ play: false })
    await goHome()
    expect(mini()).toBeNull()
  })

  it('when the viewer wants no mini player', async () => {
    const { user, goHome } = await browse()
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Keep playing while you browse' }))
    await user.keyboard('{Escape}')
    await goHome()
    expect(mini()).toBeNull()
    expect(document.querySelector('video')).toBeNull()
  })

  it('in discreet mode', async () => {
    document.documentElement.className = 'discreet'
    const { goHome } = await browse()
    await goHome()
    expect(mini()).toBeNull()
  })
})
