import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { playMediaElement } from '../../support/browser/media-element'
import { renderPage } from '../../support/page'
import { makeUser, makeVideo, renderSite } from '../../support/site'

const unlistedKey = 'u'.repeat(22)
const byKey = `?key=${unlistedKey}`
const page = `/video/1${byKey}`

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
})
