import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UploadVideoPage } from '#web/app/pages/publish/upload-video.tsx'
import { uploadStore } from '#web/features/publish/upload/store/upload-store'
import { grabFrame, makeLadder, prepareVideo } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import { preparedVideo } from '../support/browser/studio'
import { problem, renderPage, type SentRequest } from '../support/page'
import { makeUser, makeVideo } from '../support/site'
import {
  chooseVideo,
  endUploads,
  fillDetails,
  finished,
  lastUser,
  madeVideo,
  makeMedia,
  renderUpload,
  submit,
} from '../support/upload-page'

// jsdom has no workers, no WebCodecs and no canvas.
vi.mock('#web/studio/studio', async () => (await import('../support/browser/studio')).fakeStudio)
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))

beforeEach(makeMedia)
afterEach(endUploads)

describe('upload page', () => {
  it('sends a visitor to sign in', async () => {
    renderPage('/upload-video', '/upload-video', <UploadVideoPage />)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Fupload-video')
    expect(screen.getByText('Please sign in to upload videos')).toBeTruthy()
  })

  it('speaks from the settings, and is accessible', async () => {
    renderUpload()
    const card = within(await screen.findByRole('region', { name: 'Upload Guidelines' }))
    expect(card.getByText('1 second to 60 minutes, up to 10 GB.')).toBeTruthy()
    expect(card.getByText(/as soon as they're processed/)).toBeTruthy()
    await expectAccessible()
  })

  it('uploads at once, publishes on submit, and forgets the draft', async () => {
    const { sent } = renderUpload()
    await chooseVideo()
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(grabFrame).toHaveBeenCalledWith(madeVideo, 15, expect.anything(), { crop: false })
    await fillDetails()
    await expectAccessible()
    await submit()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/api/videos')?.body).toEqual({
      title: 'Slow light',
      description: '',
      tags: [],
      categoryId: 2,
      isPremium: false,
      visibility: 'public',
      publishAt: null,
      allowDownload: false,
      posterStyle: 'clear',
      videoFile: 'video-upload',
      thumbnailFile: 'image-upload',
      locationData: null,
    })
    expect(uploadStore.keys('').filter((key) => key.split(':')[1] === String(lastUser))).toEqual([])
  })

  it('refuses a time to publish at that has passed, before anything is sent', async () => {
    const { sent } = renderUpload()
    await chooseVideo()
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    await fillDetails()
    await userEvent.click(screen.getByRole('radio', { name: /^Publish later/ }))
    fireEvent.change(screen.getByLabelText('Publish on'), { target: { value: '2020-03-04T19:05' } })
    await submit()
    expect(screen.getByText('This time has passed. Choose a later one.')).toBeTruthy()
    expect(sent.some(({ method, path }) => method === 'POST' && path === '/api/videos')).toBe(false)
  })

  it('adds qualities meanwhile, and says how far it is and what it lacks', async () => {
    let finish = (_: Awaited<ReturnType<typeof makeLadder>>) => {}
    vi.mocked(makeLadder).mockImplementationOnce((_, { onProgress }) => {
      onProgress({ task: 'encoding', qualities: [360, 480], share: 0.5, timeLeft: 130 })
      return new Promise((resolve) => {
        finish = resolve
      })
    })
    renderUpload()
    await chooseVideo()
    expect(await screen.findByText('Adding qualities: 360p and 480p')).toBeTruthy()
    expect(screen.getByText('50 %, about 2 minutes left')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Adding qualities' }).ariaValueNow).toBe('50')
    await expectAccessible()
    finish({ kind: 'unable', missing: 'This browser makes no lower qualities.' })
    expect(await screen.findByText('This browser makes no lower qualities.')).toBeTruthy()
    expect(screen.queryByRole('progressbar', { name: 'Adding qualities' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  })

  it('is published without a quality that the server refuses', async () => {
    vi.mocked(makeLadder).mockImplementationOnce(async (_, { onFile }) => {
      const file = new Blob(['rendition'])
      onFile({ kind: 'rendition', quality: 360, storedName: null, file, contentType: 'video/mp4' })
      return { kind: 'made' }
    })
    const errors = [{ path: 'renditions', message: 'This quality is of another video.' }]
    const { sent } = renderUpload({
      'POST /api/uploads/rendition-upload/complete': finished('rendition-upload'),
      'POST /api/videos': ({ body }: SentRequest) =>
        'renditions' in (body as object)
          ? problem(400, 'invalid_input', 'Please check the qualities.', errors)
          : makeVideo(9),
      'PATCH /api/videos/9': problem(400, 'invalid_input', 'Please check the qualities.', errors),
      'DELETE /api/uploads/rendition-upload': () => new Response(null, { status: 204 }),
    })
    await chooseVideo()
    await fillDetails()
    await waitFor(() =>
      expect(sent.some(({ path }) => path.endsWith('rendition-upload/complete'))).toBe(true),
    )
    await submit()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    const published = sent.filter(({ method, path }) => method === 'POST' && path === '/api/videos')
    expect(published.map(({ body }) => (body as { renditions?: unknown }).renditions)).toEqual([
      ['rendition-upload'],
      undefined,
    ])
    // The video doesn't get it later either: the upload is removed.
    await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true))
  })

  it('says what is missing, at its place', async () => {
    const { sent } = renderUpload()
    await screen.findByLabelText('Title')
    await submit()
    expect(await screen.findByText('Title must be at least 3 characters')).toBeTruthy()
    expect(screen.getByText('Please select a category')).toBeTruthy()
    await fillDetails()
    await submit()
    expect((await screen.findAllByText('Please upload a video file or provide a URL')).length).toBe(2)
    expect(screen.getByText('Upload Error')).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'URL' }))
    await submit()
    expect((await screen.findAllByText('Please provide both video and thumbnail URLs')).length).toBe(2)
    expect(sent.some(({ path }) => path === '/api/videos')).toBe(false)
  })

  it('says that a video is published once a closed page would no longer find its draft', async () => {
    const { sent } = renderUpload()
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    await fillDetails()
    await uploadStore.saved()
    let written = () => {}
    const writing = new Promise<void>((resolve) => {
      written = resolve
    })
    vi.spyOn(uploadStore, 'saved').mockReturnValue(writing)
    await submit()
    await waitFor(() => expect(sent.some(({ path }) => path === '/api/videos')).toBe(true))
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveProperty('value', ''))
    expect(screen.queryByTestId('elsewhere')).toBeNull()
    written()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it('publishes what was changed while the file was on its way', async () => {
    let prepared = () => {}
    vi.mocked(prepareVideo).mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => {
        prepared = resolve
      })
      return { file: madeVideo, ...preparedVideo }
    })
    const { sent } = renderUpload()
    await chooseVideo()
    await fillDetails()
    await submit()
    await screen.findByRole('button', { name: /^Uploading Video/ })
    await userEvent.type(screen.getByLabelText('Title'), ' 2')
    prepared()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/api/videos')?.body).toMatchObject({
      title: 'Slow light 2',
      thumbnailFile: 'image-upload',
    })
  })

  it('finds what was typed again after a reload', async () => {
    const first = renderUpload()
    await screen.findByLabelText('Title')
    await fillDetails()
    first.unmount()
    renderPage('/upload-video', '/upload-video', <UploadVideoPage />, { viewer: makeUser({ id: lastUser }) })
    expect(await screen.findByLabelText('Title')).toHaveProperty('value', 'Slow light')
    expect(screen.getByLabelText('Category')).toHaveProperty('value', '2')
  })
})
