import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import type { Video } from '#contract/schemas/videos/video'
import { relatedPath } from '#contract/values/videos/video-lists'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { expectAccessible } from '../support/axe'
import { problem, renderPage } from '../support/page'
import { makeUser, makeVideo, settings } from '../support/site'

beforeEach(() => {
  // jsdom has media elements that can't load.
  const proto = HTMLMediaElement.prototype
  vi.spyOn(proto, 'load').mockImplementation(() => {})
  vi.spyOn(proto, 'pause').mockImplementation(() => {})
  vi.spyOn(proto, 'canPlayType').mockReturnValue('maybe')
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'share')
})

const url = '/media/day-1/source.mp4'

interface WatchOptions {
  video?: Partial<Video>
  viewer?: User | null
  answers?: Record<string, unknown>
}

function renderWatch({ video = {}, viewer = null, answers = {} }: WatchOptions = {}) {
  const sources = [{ type: 'mp4' as const, url, height: 720, bandwidth: null }]
  const shown = makeVideo(1, { title: 'Say "yes" & <no>', duration: 200, videoUrl: url, sources, ...video })
  return renderPage('/video/1', '/video/:id', <VideoPage />, {
    viewer,
    answers: { 'GET /api/videos/1': shown, [`GET ${relatedPath(1)}`]: [], ...answers },
  })
}

async function openDialog(second = 0) {
  const button = await screen.findByRole('button', { name: 'Share' })
  Object.assign(document.querySelector('video') ?? {}, { currentTime: second })
  await userEvent.click(button)
  return within(await screen.findByRole('dialog', { name: 'Share' }))
}

const linkIn = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  dialog.getByLabelText<HTMLInputElement>('Link to this video').value
const here = (path: string) => settings.siteUrl + path
/** This page may frame only its own origin. */
const framed = (path: string) => location.origin + path

describe('the share dialog', () => {
  it('copies the link, also one that begins where the player stands', async () => {
    renderWatch()
    const user = userEvent.setup()
    const dialog = await openDialog(83.9)
    expect(linkIn(dialog)).toBe(here('/video/1'))
    await user.click(dialog.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(here('/video/1'))
    expect(await screen.findByText('Link copied')).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: 'Start at 1:23' }))
    expect(linkIn(dialog)).toBe(here('/video/1?t=83'))
    const time = dialog.getByLabelText('Time to start at')
    await user.clear(time)
    await user.type(time, '2:05')
    expect(linkIn(dialog)).toBe(here('/video/1?t=125'))
    await expectAccessible(screen.getByRole('dialog'))
  })

  it('says what a time has to be, and leaves it out of the link until then', async () => {
    renderWatch()
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Start at/ }))
    const time = dialog.getByLabelText('Time to start at')
    for (const wrong of ['late', '3:20', '9:00']) {
      await userEvent.clear(time)
      await userEvent.type(time, wrong)
      expect(dialog.getByText('Enter a time within the video, e.g. 1:23.')).toBeTruthy()
      expect(linkIn(dialog)).toBe(here('/video/1'))
    }
  })

  it('marks the link where the clipboard is closed', async () => {
    renderWatch()
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
    const dialog = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText("Couldn't copy")).toBeTruthy()
    const field = dialog.getByLabelText<HTMLInputElement>('Link to this video')
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  })

  it('draws a QR code of the very link, and takes it away', async () => {
    renderWatch()
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'QR code' }))
    expect(dialog.getByRole('img', { name: `QR code of ${here('/video/1')}` })).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Hide QR code' }))
    expect(dialog.queryByRole('img')).toBeNull()
  })

  it('offers the apps of the device where there are some', async () => {
    const share = vi.fn().mockResolvedValue(undefined)
    Object.assign(navigator, { share })
    renderWatch()
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Share via app' }))
    expect(share).toHaveBeenCalledWith({ title: 'Say "yes" & <no>', url: here('/video/1') })
    share.mockRejectedValue(new DOMException('Closed', 'AbortError'))
    await userEvent.click(dialog.getByRole('button', { name: 'Share via app' }))
    expect(screen.queryByText("Couldn't share")).toBeNull()
    share.mockRejectedValue(new DOMException('Broken', 'DataError'))
    await userEvent.click(dialog.getByRole('button', { name: 'Share via app' }))
    expect(await screen.findByText("Couldn't share")).toBeTruthy()
  })

  it('has no such button elsewhere', async () => {
    renderWatch()
    const dialog = await openDialog()
    expect(dialog.queryByRole('button', { name: 'Share via app' })).toBeNull()
  })

  it('gives code for another site, with a preview of what it shows there', async () => {
    renderWatch()
    const user = userEvent.setup()
    const dialog = await openDialog(5)
    await user.click(dialog.getByRole('tab', { name: 'Embed' }))
    const frame = dialog.getByTitle('Preview of the embedded video')
    expect(frame.getAttribute('src')).toBe(framed('/embed/1'))
    const width = dialog.getByLabelText('Width')
    await user.clear(width)
    await user.type(width, '800')
    await user.click(dialog.getByRole('checkbox', { name: 'Start at 0:05' }))
    await user.click(dialog.getByRole('button', { name: 'Copy code' }))
    const code = await navigator.clipboard.readText()
    expect(code).toContain('title="Say &quot;yes&quot; &amp; &lt;no&gt;"')
    // A browser parses it as one frame and nothing else.
    const made = new DOMParser().parseFromString(code, 'text/html').body.children
    expect(made).toHaveLength(1)
    const attributes = Object.fromEntries(
      [...(made[0]?.attributes ?? [])].map(({ name, value }) => [name, value]),
    )
    expect(attributes).toMatchObject({
      src: here('/embed/1?t=5'),
      width: '800',
      height: '450',
      title: 'Say "yes" & <no>',
    })
    expect(dialog.getByTitle('Preview of the embedded video').getAttribute('src')).toBe(
      framed('/embed/1?t=5'),
    )
    await user.clear(width)
    await user.type(width, '12')
    expect(dialog.getByText('Give 320 to 3840 pixels.')).toBeTruthy()
    // jsdom can't look into frames.
    dialog.getByTitle('Preview of the embedded video').remove()
    await expectAccessible(screen.getByRole('dialog'))
  })

  it.each([
    [
      'a premium video',
      { isPremium: true },
      'Premium videos only play on this site. Share the link instead.',
    ],
    [
      'a private one',
      { isPublic: false, status: 'ready' },
      'Only public and unlisted videos can be embedded.',
    ],
    [
      'one that waits for approval',
      { review: 'pending' },
      'Only public and unlisted videos can be embedded.',
    ],
  ] as const)('has no code for %s, and says why', async (_what, video, sentence) => {
    renderWatch({ video, viewer: makeUser({ id: 3, isPremium: true }) })
    const dialog = await openDialog()
    expect(dialog.getByText(/^(Only premium members|While the video isn't public)/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('tab', { name: 'Embed' }))
    expect(dialog.getByText(sentence)).toBeTruthy()
    expect(dialog.queryByTitle('Preview of the embedded video')).toBeNull()
  })

  it('gives the focus back to its button', async () => {
    renderWatch()
    await openDialog()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' })))
  })
})

describe('the download button', () => {
  const member = makeUser({ id: 9, isPremium: true })
  const address = 'GET /api/videos/1/download'

  it('hands members the file where the uploader allows it', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    renderWatch({
      viewer: member,
      video: { allowDownload: true },
      answers: { [address]: new Response('x', { status: 206 }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
    const [link] = clicked.mock.contexts as HTMLAnchorElement[]
    expect([link?.getAttribute('href'), link?.hasAttribute('download')]).toEqual([
      '/api/videos/1/download',
      true,
    ])
  })

  it('says why it was refused', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    renderWatch({
      viewer: member,
      video: { allowDownload: true },
      answers: { [address]: problem(429, 'rate_limited', 'Too many downloads. Try again in 40 minutes.') },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
    expect(await screen.findByText('Too many downloads. Try again in 40 minutes.')).toBeTruthy()
    expect(clicked).not.toHaveBeenCalled()
  })

  it('leads everybody else to what members get', async () => {
    renderWatch({ viewer: makeUser({ id: 9 }), video: { allowDownload: true } })
    const link = await screen.findByRole('link', { name: 'Download, for premium members' })
    expect(link.getAttribute('href')).toBe('/premium')
  })

  it('is the owner’s and the staff’s whatever is allowed, and nobody’s else where nothing is', async () => {
    for (const viewer of [makeUser({ id: 3 }), makeUser({ id: 4, isAdmin: true })]) {
      renderWatch({ viewer, video: { allowDownload: false, userId: 3, status: 'ready' } })
      expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy()
      cleanup()
    }
    renderWatch({ viewer: member, video: { allowDownload: false } })
    await screen.findByRole('button', { name: 'Share' })
    expect(screen.queryByText('Download')).toBeNull()
  })
})
