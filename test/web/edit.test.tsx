import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../../contract/schemas/auth'
import type { Video } from '../../contract/schemas/videos'
import { languageName } from '../../contract/values/languages'
import { posterPosition } from '../../contract/values/limits'
import { EditVideoPage } from '../../web/app/pages/edit-video'
import { changedValues, editValuesOf } from '../../web/features/edit/edit-values'
import { settingsQuery } from '../../web/lib/queries/settings'
import { makeLadder, prepareVideo, takeFrame } from '../../web/studio/studio'
import { ArrivingRequest } from './support/arriving-request'
import { expectAccessible } from './support/axe'
import { type PageOptions, problem, renderPage, type SentRequest } from './support/page'
import { makeUser, makeVideo, renderSite, settings } from './support/site'

// The studio needs workers, WebCodecs and OPFS: the browser tests have them.
vi.mock('../../web/studio/studio', () => ({
  treatmentOf: () => 'copy',
  prepareVideo: vi.fn(),
  makeLadder: vi.fn(),
  filmstrip: async () => 0,
  inspectVideo: () => new Promise(() => {}),
  takeFrame: vi.fn(),
}))

const own = { userId: 7, videoUrl: '/media/a/source.mp4', status: 'ready', review: 'approved' } as const

beforeEach(() => {
  vi.mocked(makeLadder).mockResolvedValue({ kind: 'made' })
  vi.mocked(takeFrame).mockResolvedValue(new Blob(['picture'], { type: 'image/jpeg' }))
})

function renderEdit(
  over: Partial<Video> = {},
  answers: PageOptions['answers'] = {},
  viewer: User | null = makeUser(),
) {
  const video = makeVideo(5, { ...own, ...over })
  return renderPage('/edit-video/5', '/edit-video/:id', <EditVideoPage />, {
    viewer,
    answers: { 'GET /api/videos/5': video, 'PATCH /api/videos/5': video, ...answers },
  })
}

const captionTrack = (language: string, token: string) => ({
  ...{ language, label: languageName(language) },
  url: `/media/${token}/${language}.vtt`,
})
const said = (times: string) => `WEBVTT\n\n${times}\nHello\n`

const save = () => screen.getByRole('button', { name: 'Save Changes' })
const title = () => screen.findByLabelText('Title')

describe('edit page', () => {
  it('sends a visitor to sign in', async () => {
    renderEdit({}, {}, null)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Fedit-video%2F5')
  })

  it('sends somebody else away with a word', async () => {
    renderEdit({ userId: 8 })
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(screen.getByText('Unauthorized')).toBeTruthy()
    expect(screen.getByText('You can only edit your own videos')).toBeTruthy()
  })

  it('knows a video that does not exist, whatever its id looks like', async () => {
    const { unmount } = renderEdit({}, { 'GET /api/videos/5': problem(404, 'not_found', 'No such video.') })
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
    expect(
      screen.getByText("The video you're trying to edit doesn't exist or has been removed."),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to My Videos' }).getAttribute('href')).toBe('/my-videos')
    unmount()
    const { sent } = renderPage('/edit-video/x', '/edit-video/:id', <EditVideoPage />, { viewer: makeUser() })
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('shows what there is, and sends only what was changed', async () => {
    const { sent } = renderEdit({ description: 'Old words', duration: 75 })
    const field = await title()
    expect(field).toHaveProperty('value', 'Video 5')
    expect(screen.getByLabelText('Video URL')).toHaveProperty('value', '/media/a/source.mp4')
    expect(screen.getByLabelText('Duration (seconds)')).toHaveProperty('value', '75')
    expect(screen.getByText('1:15, read from the file.')).toBeTruthy()
    expect(save()).toHaveProperty('disabled', true)
    await expectAccessible()

    await userEvent.clear(field)
    await userEvent.type(field, 'New title')
    await userEvent.clear(screen.getByLabelText('Description'))
    await userEvent.click(screen.getByRole('switch', { name: 'Public Video' }))
    await userEvent.click(save())
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      title: 'New title',
      description: '',
      isPublic: false,
    })
  })

  it('gives a replaced file its own poster, also when it is saved before the file is prepared', async () => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    let prepared = () => {}
    vi.mocked(prepareVideo).mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => {
        prepared = resolve
      })
      const file = new Blob(['made'], { type: 'video/mp4' })
      const about = { contentType: 'video/mp4', duration: 60, width: 1280, height: 720 }
      return { file, storedName: null, isEncoded: false, ...about }
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

  it('publishes a part of the published file in its place', async () => {
    vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
    vi.mocked(prepareVideo).mockImplementation(async (source, { cut }) => {
      const file = new Blob([await source.text(), cut ? ' cut' : ''], { type: 'video/mp4' })
      const about = { contentType: 'video/mp4', duration: 75, width: 1280, height: 720 }
      return { file, storedName: null, isEncoded: Boolean(cut), ...about }
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
    // A frame that the part may not have.
    const thumbnail = screen.getByRole('slider', { name: 'Thumbnail' })
    fireEvent.change(thumbnail, { target: { value: '0.5' } })
    fireEvent.pointerUp(thumbnail)
    await vi.waitFor(() => expect(vi.mocked(takeFrame).mock.lastCall?.[1]).toBe(0.5))
    await userEvent.click(screen.getByRole('button', { name: 'Trim Video' }))
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Start of the selection' }), {
      key: 'ArrowRight',
      shiftKey: true,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Apply Trim' }))
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(vi.mocked(prepareVideo).mock.lastCall?.[1].cut).toEqual({ start: 1, end: 75 })
    expect(vi.mocked(takeFrame).mock.lastCall?.slice(0, 2)).toEqual([expect.any(Blob), 75 * posterPosition])
    await userEvent.click(save())
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      videoFile: 'video-13',
      thumbnailFile: 'image-7',
    })
    // Captions follow; those that say nothing in the part go.
    const changes = sent.filter(({ method, path }) => method !== 'GET' && path.includes('/captions/'))
    expect(changes).toEqual([
      {
        ...{ method: 'PUT', path: '/api/videos/5/captions/en' },
        body: said('00:00:00.000 --> 00:00:02.000'),
      },
      {
        ...{ method: 'PUT', path: '/api/videos/5/captions/de' },
        body: said('00:00:01.000 --> 00:00:02.000'),
      },
      expect.objectContaining({ method: 'DELETE', path: '/api/videos/5/captions/fr' }),
    ])
    expect(
      screen.getByText('German still fits the uncut video. Replace it under Captions on the edit page.'),
    ).toBeTruthy()
  })

  it('says what happens to the page when the file is replaced', async () => {
    const { queryClient } = renderEdit()
    await title()
    expect(screen.getByText(/The page, its likes and its address stay/)).toBeTruthy()
    expect(screen.queryByText(/reviewed again/)).toBeNull()
    act(
      () =>
        void queryClient.setQueryData(settingsQuery.queryKey, { ...settings, requireContentApproval: true }),
    )
    expect(await screen.findByText(/The video is reviewed again/)).toBeTruthy()
  })

  it('refuses a wrong address before it is sent', async () => {
    const { sent } = renderEdit()
    await title()
    await userEvent.clear(screen.getByLabelText('Video URL'))
    await userEvent.type(screen.getByLabelText('Video URL'), 'nonsense')
    await userEvent.click(save())
    expect(await screen.findByText('Please enter a valid video URL')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
  })

  it('keeps what was typed when saving fails', async () => {
    const errors = [{ path: 'title', message: 'Choose other words.' }]
    renderEdit(
      {},
      { 'PATCH /api/videos/5': problem(400, 'invalid_input', 'Please check the title.', errors) },
    )
    await userEvent.type(await title(), ' again')
    await userEvent.click(save())
    expect(await screen.findByText('Choose other words.')).toBeTruthy()
    expect(screen.getByText('Update failed')).toBeTruthy()
    expect(await title()).toHaveProperty('value', 'Video 5 again')
  })

  it('asks before unsaved changes are left', async () => {
    renderEdit()
    await userEvent.type(await title(), ' again')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    expect(await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Keep Editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await title()).toHaveProperty('value', 'Video 5 again')
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it('asks before a search leads away, and goes where it leads', async () => {
    const video = makeVideo(5, own)
    renderSite('/edit-video/5', {
      viewer: makeUser(),
      answers: { '/api/videos/5': video, '/api/search?q=blue+hour': [] },
    })
    await userEvent.type(await title(), ' again')
    await userEvent.type(screen.getByRole('searchbox'), 'blue hour{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }))
    expect(await screen.findByRole('heading', { level: 1, name: /Results for/ })).toBeTruthy()
  })

  it('leaves without a question when nothing was changed', async () => {
    renderEdit()
    await title()
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it('lets a lapsed member take the premium mark away, not set it', async () => {
    const { unmount } = renderEdit()
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', true)
    unmount()
    renderEdit({ isPremium: true })
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', false)
  })
})

describe('changedValues', () => {
  const before = editValuesOf(makeVideo(1, { description: 'words', videoUrl: null }))

  it('is empty when nothing changed, and leaves out an address that there isn’t', () => {
    expect(changedValues(before, before)).toEqual({})
    expect(changedValues({ ...before, videoUrl: '/media/x' }, { ...before, videoUrl: '' })).toEqual({})
  })

  it('takes an emptied description for what it is', () => {
    expect(changedValues(before, { ...before, description: '' })).toEqual({ description: '' })
  })
})
