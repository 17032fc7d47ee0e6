import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { playMediaElement } from '../../support/browser/media-element'
import { makeSaved, makeWatched } from '../../support/library'
import { renderPage } from '../../support/page'
import { makeReportReceipt } from '../../support/safety'
import { makeUser, makeVideo, renderSite, settings } from '../../support/site'

const unlistedKey = 'u'.repeat(22)
const byKey = `?key=${unlistedKey}`
const page = `/video/1${byKey}`

const list = {
  id: 4,
  name: 'Later',
  linkKey: null,
  isClosed: false,
  count: 1,
  updatedAt: '2026-11-20T03:04:05.000Z',
}

const url = '/media/day-1/source.mp4'
const video = makeVideo(1, {
  isPublic: false,
  visibility: 'unlisted',
  unlistedKey,
  videoUrl: url,
  sources: [{ type: 'mp4', url, height: 720, bandwidth: null }],
  likedByMe: false,
  savedByMe: false,
})

beforeEach(() => playMediaElement())

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('an unlisted video, which others see by its key alone', () => {
  it('is asked for by it, liked, saved and counted', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'ended', 'get').mockReturnValue(true)
    const { sent } = renderPage(page, '/video/:id', <VideoPage />, {
      viewer: makeUser(),
      answers: {
        [`GET /api/videos/1${byKey}`]: video,
        [`POST /api/videos/1/like${byKey}`]: { liked: true, likes: 1 },
        [`PUT /api/videos/1/save${byKey}`]: { saved: true },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Like' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    const asked = () =>
      sent.map(({ method, path }) => `${method} ${path}`).filter((each) => each.includes('/api/videos/1'))
    const wanted = [
      `GET /api/videos/1${byKey}`,
      `GET /api/videos/1/related${byKey}`,
      `POST /api/videos/1/like${byKey}`,
      `PUT /api/videos/1/save${byKey}`,
      `POST /api/videos/1/view${byKey}&from=site`,
    ]
    await waitFor(() => expect(asked()).toEqual(expect.arrayContaining(wanted)), { timeout: 2000 })
    expect(asked().filter((each) => !each.includes(byKey))).toEqual([])
  })

  it.each([
    ['Like', 'like', { liked: true, likes: 1 }, 'You liked the video.'],
    ['Save', 'save', { saved: true }, 'Saved. Find it in your account under Saved.'],
  ])('is still known by it after the sign-in that was offered: %s', async (name, act, answer, said) => {
    const user = makeUser()
    renderSite(page, {
      answers: {
        [`/api/videos/1${byKey}`]: video,
        [`/api/videos/1/${act}${byKey}`]: answer,
        '/api/auth/login': user,
        '/api/auth/me': user,
      },
    })
    await userEvent.click(await screen.findByRole('button', { name }, { timeout: 5000 }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    await userEvent.type(await screen.findByLabelText('Username'), 'viewer')
    await userEvent.type(screen.getByLabelText('Password'), 'nocturne-demo')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByText(said, {}, { timeout: 5000 })).toBeTruthy()
    expect(location.pathname + location.search).toBe(page)
  })

  it.each([
    ['/account?tab=saved', { '/api/account/saved?order=own': [{ ...makeSaved(1), video }] }],
    ['/account?tab=history', { '/api/account/history': [makeWatched(1, { video })] }],
    [
      '/lists/4',
      {
        '/api/lists/4': list,
        '/api/lists/4/videos': [{ videoId: 1, video, addedAt: list.updatedAt }],
        '/api/lists/4/order': [{ id: 1, isPremium: false, userId: 1, key: unlistedKey }],
      },
    ],
    ['/', { '/api/account/continue': [video] }],
  ])('is led to by it from %s', async (path, answers) => {
    renderSite(path, { viewer: makeUser(), answers })
    await waitFor(() => expect(document.querySelector('a[href^="/video/1"]')).not.toBeNull(), {
      timeout: 5000,
    })
    const links = [...document.querySelectorAll('a[href^="/video/1"]')].map((link) =>
      link.getAttribute('href'),
    )
    expect(links.filter((link) => !link?.includes(unlistedKey))).toEqual([])
  })

  it('is led back to by it once premium is bought for it', async () => {
    const premium = { ...video, isPremium: true, videoUrl: null, sources: null }
    const viewer = makeUser()
    renderSite(page, { viewer, answers: { [`/api/videos/1${byKey}`]: premium } })
    const link = await screen.findByRole('link', { name: 'Upgrade to Premium' }, { timeout: 5000 })
    const shop = link.getAttribute('href') ?? ''
    cleanup()
    const member = { ...viewer, isPremium: true, premiumUntil: '2027-03-04T12:00:00.000Z' }
    renderSite(shop, { viewer: member })
    const back = await screen.findByRole('link', { name: 'Watch the video' }, { timeout: 5000 })
    expect(back.getAttribute('href')).toBe(page)
  })

  it('is named by it in the request to remove it, after a report', async () => {
    const receipt = Response.json(makeReportReceipt({ videoId: 1 }), { status: 201 })
    renderSite(page, {
      viewer: makeUser(),
      answers: {
        [`/api/videos/1${byKey}`]: video,
        [`/api/videos/1/report${byKey}`]: receipt,
        '/api/legal/removal': {
          slug: 'removal',
          title: 'Content Removal',
          body: '',
          version: 1,
          publishedAt: list.updatedAt,
        },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Report' }, { timeout: 5000 }))
    await userEvent.click(await screen.findByRole('radio', { name: /^Copyright/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
    const saved = await screen.findByRole('link', { name: 'this link' })
    expect(saved.getAttribute('href')).toMatch(new RegExp(`^/reports/[^?]+\\${byKey}$`))
    await userEvent.click(await screen.findByRole('link', { name: 'Request removal' }))
    const address = await screen.findByLabelText<HTMLInputElement>('URL of the page', {}, { timeout: 5000 })
    expect(address.value).toBe(`${settings.siteUrl}${page}`)
  })
})
