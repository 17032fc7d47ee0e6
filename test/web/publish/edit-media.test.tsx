import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { posterPosition } from '#contract/values/shared/limits'
import { languageName } from '#contract/values/videos/languages'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { blurPicture } from '#web/features/publish/upload/pictures/blur-picture'
import { grabFrame, makeLadder, makeTrailer, prepareVideo } from '#web/studio/studio'
import { ArrivingRequest } from '../support/browser/arriving-request'
import { own, renderEdit, save, title } from '../support/edit-page'
import { problem, type SentRequest } from '../support/page'
import { makeUser, makeVideo, settings } from '../support/site'

// The studio needs workers, WebCodecs and OPFS: the browser tests have them.
vi.mock('#web/studio/studio', () => ({
  treatmentOf: () => 'copy',
  prepareVideo: vi.fn(),
  drawPictures: async () => {},
  makeLadder: vi.fn(),
  filmstrip: async () => 0,
  inspectVideo: () => new Promise(() => {}),
  grabFrame: vi.fn(),
  makeTrailer: vi.fn(),
}))
// jsdom has no canvas.
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))

beforeEach(() => {
  vi.mocked(makeLadder).mockResolvedValue({ kind: 'made' })
  vi.mocked(grabFrame).mockResolvedValue(new Blob(['picture'], { type: 'image/jpeg' }))
})

const sounds = { found: [], taken: null }
const captionTrack = (language: string, token: string) => ({
  language,
  label: languageName(language),
  url: `/media/${token}/${language}.vtt`,
})
const said = (times: string) => `WEBVTT\n\n${times}\nHello\n`

describe('the file of an edited video', () => {
  it('gives a replaced file its own poster, also when it is saved before the file is prepared', async () => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    let prepared = () => {}
    vi.mocked(prepareVideo).mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => {
        prepared = resolve
      })
      const file = new Blob(['made'], { type: 'video/mp4' })
      const about = { contentType: 'video/mp4', duration: 60, width: 1280, height: 720 }
      return { file, storedName: null, isEncoded: false, damage: null, sounds, ...about }
    })
    const { sent } = renderEdit(
      {},
      {
        'POST /api/uploads': ({ body }: SentRequest) => {
          const { kind, size } = body as { kind: string; size: number }
          return { id: `${kind}-upload`, kind, size, partSize: size, parts: 1, received: [], done: false }
        },
        'POST /api/uploads/video-upload/complete': { id: 'video-upload' },
        'POST /api/uploads/image-upload/complete': { id: 'image-upload' },
      },
    )
    await title()
    await userEvent.upload(
      screen.getByLabelText('Video file'),
      new File(['x'], 'new.mp4', { type: 'video/mp4' }),
    )
    await userEvent.click(save())
    await screen.findByRole('button', { name: 'Saving Changes...' })
    prepared()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      videoFile: 'video-upload',
      thumbnailFile: 'image-upload',
    })
  })

  it('drops the second that was chosen for the thumbnail when another file replaces it', async () => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    const file = new Blob(['made'], { type: 'video/mp4' })
    const about = { contentType: 'video/mp4', duration: 60, width: 1280, height: 720 }
    const made = { file, storedName: null, isEncoded: false, damage: null, sounds, ...about }
    vi.mocked(prepareVideo).mockResolvedValueOnce(made)
    renderEdit({ userId: 78 }, {}, makeUser({ id: 78 }))
    await title()
    const thumbnail = screen.getByRole('slider', { name: 'Thumbnail' })
    fireEvent.change(thumbnail, { target: { value: '0.5' } })
    fireEvent.pointerUp(thumbnail)
    await vi.waitFor(() => expect(vi.mocked(grabFrame).mock.lastCall?.[1]).toBe(0.5))
    await userEvent.upload(
      screen.getByLabelText('Video file'),
      new File(['x'], 'new.mp4', { type: 'video/mp4' }),
    )
    await vi.waitFor(() =>
      expect(vi.mocked(grabFrame).mock.lastCall?.slice(0, 2)).toEqual([file, 60 * posterPosition]),
    )
  })

  it('is replaced in words of its own, and not before its uploader has decided about a flaw', async () => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    const file = new Blob(['made'], { type: 'video/mp4' })
    const about = { contentType: 'video/mp4', duration: 60, width: 1280, height: 720 }
    const unread = { found: [{ format: 'ALAC', language: null, canRead: false }], taken: null }
    const made = { file, storedName: null, isEncoded: false, damage: null, sounds: unread, ...about }
    vi.mocked(prepareVideo).mockResolvedValueOnce(made)
    const sameAs = { id: 5, title: 'Video 5' }
    const { sent } = renderEdit(
      { userId: 79 },
      {
        'POST /api/uploads': ({ body }: SentRequest) => {
          const { kind, size } = body as { kind: string; size: number }
          return { id: `${kind}-upload`, kind, size, partSize: size, parts: 1, received: [], done: false }
        },
        'POST /api/uploads/video-upload/complete': { id: 'video-upload', sameAs },
      },
      makeUser({ id: 79 }),
    )
    await title()
    const chosen = new File(['x'], 'new.mp4', { type: 'video/mp4' })
    await userEvent.upload(screen.getByLabelText('Video file'), chosen)
    const flaw = "This video's audio is ALAC, which this browser can't read."
    expect(await screen.findByText(`${flaw} Use it without sound?`)).toBeTruthy()
    await userEvent.click(save())
    expect(await screen.findByText(`${flaw} Decide first whether to use it.`)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Use it without sound' }))
    expect(
      await screen.findByText(/^Uploaded, .*\. Save your changes to replace the current file\.$/),
    ).toBeTruthy()
    expect(screen.getByText(/^The video will have no sound\./)).toBeTruthy()
    expect(screen.getByText('This is the file that the video has now')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('is shown and trimmed from its new address when the old one expired', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
    vi.mocked(prepareVideo).mockReturnValue(new Promise(() => {}))
    let token = 'a'
    // Another user, since this test's trim is never finished.
    const mine = { ...own, userId: 77 }
    const { sent } = renderEdit(
      mine,
      {
        'GET /api/videos/5': () => makeVideo(5, { ...mine, videoUrl: `/media/${token}/source.mp4` }),
        'GET /media/a/source.mp4': () => problem(404, 'not_found', "This file doesn't exist."),
        'GET /media/b/source.mp4': () => problem(404, 'not_found', "This file doesn't exist."),
        'GET /media/c/source.mp4': () => new Response('published'),
      },
      makeUser({ id: 77 }),
    )
    await title()
    await userEvent.click(screen.getByRole('button', { name: 'Trim video' }))
    const preview = screen.getByLabelText('Selection preview')
    token = 'b'
    fireEvent.error(preview)
    await vi.waitFor(() => expect(preview.getAttribute('src')).toBe('/media/b/source.mp4'))
    token = 'c'
    const start = screen.getByRole('slider', { name: 'Selection start' })
    fireEvent.keyDown(start, { key: 'ArrowRight', shiftKey: true })
    await userEvent.click(screen.getByRole('button', { name: 'Apply trim' }))
    await vi.waitFor(() => expect(prepareVideo).toHaveBeenCalled())
    expect(await vi.mocked(prepareVideo).mock.lastCall?.[0].text()).toBe('published')
    const loaded = sent.filter(({ path }) => path.startsWith('/media/')).map(({ path }) => path)
    expect(loaded).toEqual(['/media/b/source.mp4', '/media/c/source.mp4'])
  })

  it('publishes a part of the published file in its place', async () => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
    vi.mocked(prepareVideo).mockImplementation(async (source, { cut }) => {
      const file = new Blob([await source.text(), cut ? ' cut' : ''], { type: 'video/mp4' })
      const about = { contentType: 'video/mp4', duration: 75, width: 1280, height: 720 }
      return { file, storedName: null, isEncoded: Boolean(cut), damage: null, sounds, ...about }
    })
    const captions = ['en', 'de', 'fr'].map((language) => captionTrack(language, 'old'))
    const { sent } = renderEdit(
      { captions },
      {
        'GET /media/a/source.mp4': new Response('published', { headers: { 'content-type': 'video/mp4' } }),
        'POST /api/uploads': ({ body }: SentRequest) => {
          const { kind, size } = body as { kind: string; size: number }
          return { id: `${kind}-${size}`, kind, size, partSize: size, parts: 1, received: [], done: false }
        },
        'POST /api/uploads/video-13/complete': { id: 'video-13' },
        'POST /api/uploads/image-7/complete': { id: 'image-7' },
        'PATCH /api/videos/5': makeVideo(5, {
          ...own,
          captions: ['en', 'de', 'fr'].map((language) => captionTrack(language, 'new')),
        }),
        'GET /media/new/en.vtt': () => new Response(said('00:00:00.500 --> 00:00:03.000')),
        'GET /media/new/de.vtt': () => new Response(said('00:00:02.000 --> 00:00:03.000')),
        'GET /media/new/fr.vtt': () => new Response(said('00:00:00.000 --> 00:00:00.900')),
        'PUT /api/videos/5/captions/en': [],
        'PUT /api/videos/5/captions/de': problem(429, 'rate_limited', 'Too many caption changes.'),
        'DELETE /api/videos/5/captions/fr': () => new Response(null, { status: 204 }),
      },
    )
    await title()
    // A frame that may be outside the part.
    const thumbnail = screen.getByRole('slider', { name: 'Thumbnail' })
    fireEvent.change(thumbnail, { target: { value: '0.5' } })
    fireEvent.pointerUp(thumbnail)
    await vi.waitFor(() => expect(vi.mocked(grabFrame).mock.lastCall?.[1]).toBe(0.5))
    await userEvent.click(screen.getByRole('button', { name: 'Trim video' }))
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Selection start' }), {
      key: 'ArrowRight',
      shiftKey: true,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Apply trim' }))
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(vi.mocked(prepareVideo).mock.lastCall?.[1].cut).toEqual({ start: 1, end: 75 })
    expect(vi.mocked(grabFrame).mock.lastCall?.slice(0, 2)).toEqual([expect.any(Blob), 75 * posterPosition])
    await userEvent.click(save())
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      videoFile: 'video-13',
      thumbnailFile: 'image-7',
    })
    // Captions are shifted; those without text in the part are removed.
    const changes = sent.filter(({ method, path }) => method !== 'GET' && path.includes('/captions/'))
    expect(changes).toEqual([
      {
        method: 'PUT',
        path: '/api/videos/5/captions/en',
        body: said('00:00:00.000 --> 00:00:02.000'),
      },
      {
        method: 'PUT',
        path: '/api/videos/5/captions/de',
        body: said('00:00:01.000 --> 00:00:02.000'),
      },
      expect.objectContaining({ method: 'DELETE', path: '/api/videos/5/captions/fr' }),
    ])
    expect(
      screen.getByText('German still fits the uncut video. Replace it under Captions on the edit page.'),
    ).toBeTruthy()
  })

  it('asks what becomes of the captions when another file replaces the video’s, and does that', async () => {
    const captions = ['en', 'de'].map((language) => captionTrack(language, 'old'))
    const vtt = said('00:00:00.500 --> 00:00:03.000')
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    vi.mocked(prepareVideo).mockImplementation(async () => {
      const about = { contentType: 'video/mp4', duration: 60, width: 1280, height: 720 }
      const file = new Blob(['made'], { type: 'video/mp4' })
      return { file, storedName: null, isEncoded: false, damage: null, sounds, ...about }
    })
    const { sent } = renderEdit(
      { captions },
      {
        'POST /api/uploads': ({ body }: SentRequest) => {
          const { kind, size } = body as { kind: string; size: number }
          return { id: `${kind}-upload`, kind, size, partSize: size, parts: 1, received: [], done: false }
        },
        'POST /api/uploads/video-upload/complete': { id: 'video-upload' },
        'POST /api/uploads/image-upload/complete': { id: 'image-upload' },
        'PATCH /api/videos/5': makeVideo(5, { ...own, captions }),
        'GET /media/old/en.vtt': () => new Response(vtt),
        'GET /media/old/de.vtt': () => new Response(vtt),
        'PUT /api/videos/5/captions/en': [],
        'PUT /api/videos/5/captions/de': [],
      },
    )
    await title()
    expect(screen.queryByRole('radio', { name: /^Keep/ })).toBeNull()
    await userEvent.upload(
      screen.getByLabelText('Video file'),
      new File(['x'], 'new.mp4', { type: 'video/mp4' }),
    )
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Keep/ })).checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: 'Shift them' }))
    await userEvent.click(save())
    expect(await screen.findByText('Enter by how many seconds to shift the captions.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Seconds'), '-1,25')
    await userEvent.click(save())
    expect(await screen.findByText(/Captions now appear 1.25 s earlier/)).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual(
      [1, 2].map(() => said('00:00:00.000 --> 00:00:01.750')),
    )
  })

  it('says what happens to the page when the file is replaced', async () => {
    const { queryClient } = renderEdit()
    await title()
    expect(screen.getByText(/The page URL, views and likes stay the same/)).toBeTruthy()
    expect(screen.queryByText(/reviewed again/)).toBeNull()
    act(
      () =>
        void queryClient.setQueryData(settingsQuery.queryKey, { ...settings, requireContentApproval: true }),
    )
    expect(await screen.findByText(/The video will be reviewed again/)).toBeTruthy()
  })
})

describe('what others see of an edited premium video', () => {
  const answers = {
    'POST /api/uploads': ({ body }: SentRequest) => {
      const { kind, size } = body as { kind: string; size: number }
      return { id: `${kind}-upload`, kind, size, partSize: size, parts: 1, received: [], done: false }
    },
    'POST /api/uploads/blurred-upload/complete': { id: 'blurred-upload' },
    'POST /api/uploads/trailer-upload/complete': { id: 'trailer-upload' },
    'GET /media/v/poster.jpg': () => new Response('picture'),
  }
  const premium: Partial<Video> = {
    isPremium: true,
    posterStyle: 'clear',
    blurredUrl: null,
    thumbnailUrl: '/media/v/poster.jpg',
    videoUrl: '/media/v/source.mp4',
  }

  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    vi.mocked(blurPicture).mockResolvedValue(new Blob(['blurred'], { type: 'image/jpeg' }))
    vi.mocked(makeTrailer).mockResolvedValue(new Blob(['trailer'], { type: 'video/mp4' }))
  })

  it('is its blurred poster, made of the present one when its uploader chooses it', async () => {
    const { sent } = renderEdit(premium, answers)
    await title()
    await userEvent.selectOptions(screen.getByLabelText('Thumbnail for non-members'), 'Softly blurred')
    await userEvent.click(save())
    await screen.findByTestId('elsewhere')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      posterStyle: 'blurred',
      blurredFile: 'blurred-upload',
    })
    expect(makeTrailer).not.toHaveBeenCalled()
  })

  it('is a new trailer, when one is asked for', async () => {
    const { sent } = renderEdit({ ...premium, trailerUrl: '/media/v/trailer.mp4' }, answers)
    await title()
    expect(screen.getByLabelText('Trailer of the video').getAttribute('src')).toBe('/media/v/trailer.mp4')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Make a new trailer' }))
    await userEvent.click(save())
    await screen.findByTestId('elsewhere')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ trailerFile: 'trailer-upload' })
  })

  it('is no trailer any more, unless that is taken back', async () => {
    const { sent } = renderEdit({ ...premium, trailerUrl: '/media/v/trailer.mp4' }, answers)
    await title()
    await userEvent.click(screen.getByRole('button', { name: 'Remove trailer' }))
    expect(screen.queryByLabelText('Trailer of the video')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Keep trailer' }))
    expect(screen.getByLabelText('Trailer of the video')).toBeDefined()
    expect(save()).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('button', { name: 'Remove trailer' }))
    await userEvent.click(save())
    await screen.findByTestId('elsewhere')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ trailerFile: null })
  })

  it('stays unsaved, with a reason, when the new trailer can’t be uploaded', async () => {
    const { sent } = renderEdit(premium, {
      ...answers,
      'POST /api/uploads': () => problem(413, 'too_large', 'Too large for you.'),
    })
    await title()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Add a trailer' }))
    await userEvent.click(save())
    expect(await screen.findByText('Too large for you.')).toBeDefined()
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
  })
})
