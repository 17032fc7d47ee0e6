import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import { posterPosition } from '#contract/values/shared/limits'
import { publishLimitReached } from '#contract/values/uploads/allowance'
import { UploadVideoPage } from '#web/app/pages/publish/upload-video.tsx'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { browserSurroundings } from '#web/features/publish/upload/engine/browser-surroundings'
import { jobOf } from '#web/features/publish/upload/job/video-jobs'
import { blurPicture } from '#web/features/publish/upload/pictures/blur-picture'
import { totalShare } from '#web/features/publish/upload/progress/item-state'
import { uploadStore } from '#web/features/publish/upload/store/upload-store'
import { limitEnd } from '#web/lib/limit-detail'
import { noRoom, Refusal } from '#web/studio/source/refusal'
import { drawPictures, grabFrame, makeLadder, makeTrailer, prepareVideo } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import { ArrivingRequest } from '../support/browser/arriving-request'
import { type PageOptions, problem, renderPage, type SentRequest } from '../support/page'
import { makeUser, makeVideo } from '../support/site'

// The studio needs workers, WebCodecs and OPFS: the browser tests have them.
vi.mock('#web/studio/studio', () => ({
  treatmentOf: () => 'copy',
  prepareVideo: vi.fn(),
  drawPictures: vi.fn(async () => {}),
  makeLadder: vi.fn(),
  filmstrip: async () => 0,
  grabFrame: vi.fn(),
  makeTrailer: vi.fn(),
}))
// jsdom has no canvas.
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))

// One for each test, since a file's trailer is made only once.
let madeVideo: Blob
const preparedVideo = {
  storedName: null,
  contentType: 'video/mp4',
  duration: 60,
  width: 1280,
  height: 720,
  isEncoded: false,
  damage: null,
  sounds: { found: [], taken: null },
}
const madePicture = new Blob(['picture'], { type: 'image/jpeg' })

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
  madeVideo = new Blob(['x'.repeat(1000)], { type: 'video/mp4' })
  vi.mocked(prepareVideo).mockResolvedValue({ file: madeVideo, ...preparedVideo })
  vi.mocked(makeLadder).mockResolvedValue({ kind: 'made' })
  vi.mocked(grabFrame).mockResolvedValue(madePicture)
  vi.mocked(makeTrailer).mockResolvedValue(new Blob(['trailer'], { type: 'video/mp4' }))
  vi.mocked(blurPicture).mockResolvedValue(new Blob(['blurred'], { type: 'image/jpeg' }))
})

afterEach(() => vi.restoreAllMocks())

let lastUser = 100

/** Renders the page for another user in each test, who has a draft and an upload of their own. */
function renderUpload(answers: PageOptions['answers'] = {}, over: Partial<User> = {}) {
  lastUser++
  return renderPage('/upload-video', '/upload-video', <UploadVideoPage />, {
    viewer: makeUser({ id: lastUser, ...over }),
    answers: {
      'POST /api/uploads': ({ body }: SentRequest) => {
        const { kind, size } = body as { kind: string; size: number }
        return { id: `${kind}-upload`, kind, size, partSize: size, parts: 1, received: [], done: false }
      },
      'POST /api/uploads/video-upload/complete': finished('video-upload'),
      'POST /api/uploads/image-upload/complete': finished('image-upload'),
      'DELETE /api/uploads/video-upload': () => new Response(null, { status: 204 }),
      'POST /api/videos': makeVideo(9, { status: 'processing', review: 'approved' }),
      ...answers,
    },
  })
}

function finished(id: string) {
  return { id, size: 1000, contentType: 'video/mp4', duration: 60, width: 1280, height: 720, sameAs: null }
}

async function chooseVideo(name = 'holiday.mp4') {
  const file = new File(['source'], name, { type: 'video/mp4', lastModified: 5 })
  await userEvent.upload(await screen.findByLabelText('Video file'), file)
}

/** Drops a video beside the form, where the page takes it. */
async function dropVideo(name: string) {
  const file = new File(['source'], name, { type: 'video/mp4', lastModified: 5 })
  const form = await screen.findByRole('button', { name: 'Upload Video' })
  fireEvent.drop(form, { dataTransfer: { files: [file], types: ['Files'] } })
}

async function fillDetails() {
  // The file's name is there already.
  await userEvent.clear(screen.getByLabelText('Title'))
  await userEvent.type(screen.getByLabelText('Title'), 'Slow light')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Fractals')
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Upload Video' }))

/** jsdom's navigator throws when it is read through an object that inherits from it. */
function stubGeolocation(getCurrentPosition: Geolocation['getCurrentPosition']): void {
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    geolocation: { getCurrentPosition },
  })
}

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

  it('publishes a premium video with a blurred poster and a trailer, as its uploader chose', async () => {
    const { sent } = renderUpload(
      {
        'POST /api/uploads/blurred-upload/complete': finished('blurred-upload'),
        'POST /api/uploads/trailer-upload/complete': finished('trailer-upload'),
      },
      { isPremium: true },
    )
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    expect(screen.queryByLabelText('Thumbnail for non-members')).toBeNull()
    expect(makeTrailer).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('switch', { name: 'Premium Content' }))
    await screen.findByLabelText('Trailer of the video')
    expect(makeTrailer).toHaveBeenLastCalledWith(madeVideo, 15, expect.anything())
    const start = screen.getByRole('slider', { name: 'Trailer' })
    fireEvent.change(start, { target: { value: '42' } })
    fireEvent.pointerUp(start)
    await waitFor(() => expect(makeTrailer).toHaveBeenLastCalledWith(madeVideo, 42, expect.anything()))
    await userEvent.selectOptions(screen.getByLabelText('Thumbnail for non-members'), 'Softly blurred')
    await fillDetails()
    await expectAccessible()
    await submit()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/api/videos')?.body).toMatchObject({
      isPremium: true,
      posterStyle: 'blurred',
      thumbnailFile: 'image-upload',
      blurredFile: 'blurred-upload',
      trailerFile: 'trailer-upload',
    })
    expect(blurPicture).toHaveBeenCalledWith(madePicture)
  })

  it('publishes without a trailer where none is wanted, or none can be made', async () => {
    vi.mocked(makeTrailer).mockResolvedValue(null)
    const { sent } = renderUpload({}, { isPremium: true })
    await chooseVideo()
    await userEvent.click(screen.getByRole('switch', { name: 'Premium Content' }))
    expect(await screen.findByText(/This browser can't make a trailer/)).toBeTruthy()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Add a trailer' }))
    expect(screen.queryByRole('slider', { name: 'Trailer' })).toBeNull()
    await fillDetails()
    await submit()
    await screen.findByTestId('elsewhere')
    const published = sent.find(({ method, path }) => method === 'POST' && path === '/api/videos')?.body
    expect(published).toMatchObject({ isPremium: true, posterStyle: 'clear' })
    expect(published).not.toHaveProperty('trailerFile')
    expect(published).not.toHaveProperty('blurredFile')
  })

  it('publishes without a trailer that can’t be uploaded, and says so', async () => {
    vi.mocked(makeTrailer).mockResolvedValue(new Blob(['trailer'], { type: 'video/mp4' }))
    const { sent } = renderUpload(
      { 'POST /api/uploads/trailer-upload/complete': () => problem(400, 'unplayable_media', 'Damaged.') },
      { isPremium: true },
    )
    await chooseVideo()
    await userEvent.click(screen.getByRole('switch', { name: 'Premium Content' }))
    await screen.findByLabelText('Trailer of the video')
    await fillDetails()
    await submit()
    await screen.findByTestId('elsewhere')
    expect(await screen.findByText('Trailer not added')).toBeDefined()
    const published = sent.find(({ method, path }) => method === 'POST' && path === '/api/videos')?.body
    expect(published).not.toHaveProperty('trailerFile')
  })

  it('adds qualities meanwhile, and says how far it is and what it lacks', async () => {
    let finish = (_: Awaited<ReturnType<typeof makeLadder>>) => {}
    vi.mocked(makeLadder).mockImplementationOnce((_, { onProgress }) => {
      onProgress({ qualities: [360, 480], share: 0.5, timeLeft: 130 })
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

  it('shows why a file is refused, and takes another one', async () => {
    const sentence =
      "This video uses HEVC, which most browsers can't play. Convert it to H.264 (MP4) and try again."
    vi.mocked(prepareVideo).mockRejectedValueOnce(new Refusal(sentence))
    renderUpload()
    await chooseVideo()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Holiday')
    await chooseVideo('better.mp4')
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(screen.queryByText(sentence)).toBeNull()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Better')
  })

  it.each([
    ['the file chooser', chooseVideo],
    ['a drop on the page', dropVideo],
  ])('takes the title of another file by %s, unless it was typed', async (_, take) => {
    vi.mocked(prepareVideo).mockRejectedValue(new Refusal('Refused.'))
    renderUpload()
    const title = () => screen.getByLabelText('Title')
    const takeNext = async (name: string) => {
      const calls = vi.mocked(prepareVideo).mock.calls.length
      await take(name)
      await waitFor(() => expect(vi.mocked(prepareVideo).mock.calls.length).toBe(calls + 1))
      expect(await screen.findByText('Refused.')).toBeTruthy()
    }
    await takeNext('holiday.mp4')
    await userEvent.type(screen.getByLabelText('Description'), 'By the sea')
    await takeNext('better.mp4')
    await waitFor(() => expect(title()).toHaveProperty('value', 'Better'))
    await takeNext('IMG_0001.mp4')
    await waitFor(() => expect(title()).toHaveProperty('value', ''))
    await userEvent.type(title(), 'Typed')
    await takeNext('holiday.mp4')
    expect(title()).toHaveProperty('value', 'Typed')
    await userEvent.clear(title())
    await takeNext('better.mp4')
    await waitFor(() => expect(title()).toHaveProperty('value', 'Better'))
    expect(screen.getByLabelText('Description')).toHaveProperty('value', 'By the sea')
  })

  it.each([
    ['the file chooser', chooseVideo],
    ['a drop on the page', dropVideo],
  ])('takes the thumbnail of another file by %s', async (_, take) => {
    renderUpload()
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    const thumbnail = screen.getByRole('slider', { name: 'Thumbnail' })
    fireEvent.change(thumbnail, { target: { value: '40' } })
    fireEvent.pointerUp(thumbnail)
    await waitFor(() => expect(vi.mocked(grabFrame).mock.lastCall?.[1]).toBe(40))
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
    await screen.findByLabelText('Video file')
    await take('better.mp4')
    await screen.findByText(/^Uploaded/)
    await waitFor(() => expect(vi.mocked(grabFrame).mock.lastCall?.[1]).toBe(60 * posterPosition))
    expect(screen.queryByRole('button', { name: 'Reset thumbnail' })).toBeNull()
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

  it('asks before it takes a file of which only a part can be read', async () => {
    vi.mocked(prepareVideo).mockResolvedValue({
      file: madeVideo,
      ...preparedVideo,
      damage: { readable: 9, announced: 20 },
    })
    const { sent } = renderUpload()
    const question = 'This file is damaged: only 0:09 of 0:20 can be read. Publish anyway?'
    await chooseVideo()
    expect(await screen.findByText(question)).toBeTruthy()
    await fillDetails()
    await submit()
    expect(await screen.findAllByText(question)).toHaveLength(3)
    expect(sent.some(({ path }) => path.startsWith('/api/uploads'))).toBe(false)
    await expectAccessible()

    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
    await chooseVideo()
    await userEvent.click(await screen.findByRole('button', { name: 'Publish anyway' }))
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    // Only the notice has it, and disappears automatically.
    expect(screen.getAllByText(question)).toHaveLength(1)
    await submit()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it('asks before it takes a file without the sound that this browser can not read', async () => {
    vi.mocked(prepareVideo).mockResolvedValue({
      ...{ file: madeVideo, ...preparedVideo },
      sounds: { found: [{ format: 'ALAC', language: null, canRead: false }], taken: null },
    })
    const { sent } = renderUpload()
    await chooseVideo()
    const question = "This video's audio is ALAC, which this browser can't read. Publish without sound?"
    expect(await screen.findByText(question)).toBeTruthy()
    await expectAccessible()
    await fillDetails()
    await submit()
    expect(screen.getAllByText(question).length).toBeGreaterThan(1)
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
    await chooseVideo()
    await userEvent.click(await screen.findByRole('button', { name: 'Publish without sound' }))
    await screen.findByText(/^Uploaded/)
    const note = "It will be published without sound. This browser can't read track 1 (ALAC)."
    expect(screen.getByText(note)).toBeTruthy()
    await submit()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it('says which sound of a file it takes, and takes another one', async () => {
    const found = [
      { format: 'AC-3', language: null, canRead: false },
      { format: 'AAC', language: 'fra', canRead: true },
      { format: 'AAC', language: 'eng', canRead: true },
    ]
    vi.mocked(prepareVideo).mockResolvedValue({
      ...{ file: madeVideo, ...preparedVideo },
      sounds: { found: found.slice(0, 2), taken: 1 },
    })
    renderUpload()
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    const note = "Audio track 2 of 2 (AAC, French) will be published. This browser can't read track 1 (AC-3)."
    expect(screen.getByText(note)).toBeTruthy()
    vi.mocked(prepareVideo).mockImplementation(async (_, { sound }) => ({
      ...{ file: madeVideo, ...preparedVideo },
      sounds: { found, taken: typeof sound === 'number' ? sound : 1 },
    }))
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
    await chooseVideo('better.mp4')
    await screen.findByText(/^Uploaded/)
    const track = screen.getByLabelText('Audio track')
    const offered = within(track)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(offered).toEqual(['2: AAC, French', '3: AAC, English'])
    expect(track).toHaveProperty('value', '1')
    await expectAccessible()
    await userEvent.clear(screen.getByLabelText('Title'))
    await userEvent.type(screen.getByLabelText('Title'), 'Typed')
    await userEvent.selectOptions(track, '3: AAC, English')
    await waitFor(() => expect(screen.getByLabelText('Audio track')).toHaveProperty('value', '2'))
    expect(vi.mocked(prepareVideo).mock.lastCall?.[1].sound).toBe(2)
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Typed')
  })

  it("shows the server's refusal of the file, and lets it be removed", async () => {
    const { sent } = renderUpload({
      'POST /api/uploads/video-upload/complete': problem(
        422,
        'private_metadata',
        'The file says where it was made.',
      ),
    })
    await chooseVideo()
    expect(await screen.findByText('The file says where it was made.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
    expect(await screen.findByRole('button', { name: 'choose a file' })).toBeTruthy()
    await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true))
  })

  it('keeps what was typed and uploaded when publishing fails, at the fields that failed', async () => {
    const errors = [{ path: 'title', message: 'This title is taken.' }]
    let answer = problem(409, 'conflict', 'Please change the title.', errors)
    renderUpload({ 'POST /api/videos': () => answer })
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    await fillDetails()
    await submit()
    expect(await screen.findByText('Please change the title.')).toBeTruthy()
    expect(screen.getByText('Upload failed')).toBeTruthy()
    expect(screen.getByText('This title is taken.')).toBeTruthy()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Slow light')
    answer = Response.json(makeVideo(9))
    await userEvent.type(screen.getByLabelText('Title'), ' 2')
    await submit()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it("says in the viewer's time when a limit on publishing ends", async () => {
    const now = new Date()
    const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 12, 40)
    const body = {
      code: 'rate_limited',
      status: 429,
      detail: 'You can publish again in 15 hours.',
      limit: { reached: publishLimitReached(50), endsAt: end.toISOString() },
    }
    renderUpload({ 'POST /api/videos': () => Response.json(body, { status: 429 }) })
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    await fillDetails()
    await submit()
    const sentence = "You've reached the limit of 50 videos a day. You can publish again tomorrow at 12:40."
    expect(await screen.findByText(sentence)).toBeTruthy()
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

  it('outlasts an outage, and says that it continues', async () => {
    const over = Promise.withResolvers<void>()
    vi.spyOn(browserSurroundings, 'wait')
      .mockResolvedValueOnce()
      .mockResolvedValueOnce()
      .mockReturnValueOnce(over.promise)
    let isDown = true
    const upload = { partSize: 99, parts: 1, received: [], done: false }
    renderUpload({
      'POST /api/uploads': () =>
        isDown ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : { id: 'video-upload', ...upload },
    })
    await chooseVideo()
    const sentence = "The site isn't responding. The upload continues automatically."
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pause upload' })).toBeTruthy()
    await expectAccessible()
    isDown = false
    over.resolve()
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it.each([
    ['a proxy that takes no file this large', () => new Response('<h1>Too large</h1>', { status: 413 })],
    [
      'a server that trips over it',
      () => problem(500, 'internal', 'Something went wrong. Please try again.'),
    ],
  ])('comes to an end at %s', async (_, answer) => {
    vi.spyOn(browserSurroundings, 'wait').mockResolvedValue()
    const { sent } = renderUpload({ 'POST /api/uploads': answer })
    await chooseVideo()
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(sent.filter(({ path }) => path === '/api/uploads')).toHaveLength(9)
  })

  it('is sent again when the server has deleted what was left for days', async () => {
    let isDeleted = true
    const { sent } = renderUpload({
      'GET /api/uploads/video-upload': () => problem(404, 'not_found', "This upload doesn't exist."),
      'POST /api/videos': () => {
        const unknown = [{ path: 'videoFile', message: 'This upload is unknown.' }]
        return isDeleted ? problem(400, 'invalid_input', 'This upload is unknown.', unknown) : makeVideo(9)
      },
    })
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    await fillDetails()
    const opened = () => sent.filter(({ body }) => (body as { kind?: string })?.kind === 'video').length
    expect(opened()).toBe(1)
    await submit()
    await waitFor(() => expect(opened()).toBe(2))
    isDeleted = false
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(opened()).toBe(2)
  })

  it('publishes what was changed while it waited for the end of a limit', async () => {
    const limit = problem(429, 'rate_limited', 'Try again later.')
    limit.headers.set('retry-after', '3600')
    const over = Promise.withResolvers<void>()
    vi.spyOn(browserSurroundings, 'wait').mockReturnValueOnce(over.promise)
    let isLimited = true
    const { sent } = renderUpload({ 'POST /api/videos': () => (isLimited ? limit : makeVideo(9)) })
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    await fillDetails()
    await submit()
    expect(
      await screen.findByText(/You've reached the upload limit. It continues (tomorrow )?at/),
    ).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Title'), ' 2')
    isLimited = false
    over.resolve()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    const titles = sent
      .filter(({ method, path }) => method === 'POST' && path === '/api/videos')
      .map(({ body }) => (body as { title: string }).title)
    expect(titles).toEqual(['Slow light', 'Slow light 2'])
  })

  it('never publishes the whole of a video that is replaced during its publication', async () => {
    const { sent } = renderUpload({
      'POST /api/videos': async ({ body }: SentRequest) => {
        if ((body as { videoFile: string }).videoFile !== 'video-upload') return Response.json(makeVideo(10))
        void jobOf(`${lastUser}:upload-video:0`).cancel()
        return Response.json(makeVideo(9))
      },
      'DELETE /api/videos/9': () => new Response(null, { status: 204 }),
    })
    await chooseVideo()
    await screen.findByText(/^Uploaded/)
    await fillDetails()
    await submit()
    await waitFor(() =>
      expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/videos/9')).toBe(true),
    )
    expect(await screen.findByText("Couldn't upload the video. Your text has been kept.")).toBeTruthy()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Slow light')
  })

  it('says why a file can not be taken when the limits are unknown', async () => {
    const { queryClient } = renderUpload({
      'GET /api/settings': problem(503, 'unavailable', 'Try again soon.'),
    })
    await screen.findByLabelText('Video file')
    queryClient.removeQueries(settingsQuery)
    await chooseVideo()
    expect(await screen.findByText('Try again soon.')).toBeTruthy()
    expect(screen.getByText('Upload Error')).toBeTruthy()
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

  it('offers the premium mark to members only', async () => {
    const { unmount } = renderUpload()
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', true)
    expect(screen.getByText('Upgrade to premium to upload premium content')).toBeTruthy()
    unmount()
    renderUpload({}, { isPremium: true })
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', false)
  })

  it('takes a place on a click only, rounded, and lets it go', async () => {
    const getCurrentPosition = vi.fn((success: (position: unknown) => void) =>
      success({ coords: { latitude: 48.857_712, longitude: 2.295_08 } }),
    )
    stubGeolocation(getCurrentPosition)
    renderUpload()
    const get = await screen.findByRole('button', { name: 'Get Location' })
    expect(getCurrentPosition).not.toHaveBeenCalled()
    await userEvent.click(get)
    expect(await screen.findByText('48.86, 2.30 (about 1 km around)')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.queryByText(/48\.86/)).toBeNull()
  })

  it.each([
    [1, 'Location permission denied'],
    [2, 'Location information is unavailable'],
    [3, 'Location request timed out'],
    [9, 'Unknown error occurred while getting location'],
  ])('says why there is no place: %i', async (code, sentence) => {
    const getCurrentPosition = (_: unknown, failure: (error: unknown) => void) => failure({ code })
    stubGeolocation(getCurrentPosition)
    renderUpload()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Location' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByText('Location Error')).toBeTruthy()
  })

  it('says when the browser knows no places', async () => {
    renderUpload()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Location' }))
    expect(await screen.findByText('Geolocation is not supported by your browser')).toBeTruthy()
  })
})

describe('many videos', () => {
  const rows = () => screen.getAllByRole('listitem').map((row) => row.querySelector('button')?.textContent)

  async function chooseFiles() {
    const files = ['first light.mp4', 'second light.mp4'].map(
      (name) => new File(['source'], name, { type: 'video/mp4' }),
    )
    await userEvent.upload(await screen.findByLabelText('Video file'), files)
    await screen.findByRole('heading', { name: '2 videos' })
  }

  async function chooseTwo() {
    const rendered = renderUpload()
    await chooseFiles()
    await waitFor(() =>
      expect(rows()).toEqual(['First lightReady to publish', 'Second lightReady to publish']),
    )
    return rendered
  }

  it('are put in another order by the keyboard', async () => {
    await chooseTwo()
    screen.getByRole('button', { name: /^First light/ }).focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(rows()).toEqual(['Second lightReady to publish', 'First lightReady to publish'])
  })

  it('lead to the form of the one that is selected', async () => {
    await chooseTwo()
    await userEvent.click(screen.getByRole('button', { name: /^Second light/ }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second light' }))
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Second light')
  })

  it('are prepared again when another one has made room', async () => {
    vi.mocked(prepareVideo)
      .mockResolvedValueOnce({ file: madeVideo, ...preparedVideo })
      .mockRejectedValueOnce(new Refusal(noRoom))
    const { sent } = renderUpload()
    await chooseFiles()
    expect(await screen.findByRole('button', { name: `Second light${noRoom}` })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'First lightReady to publish' }))
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Fractals')
    await submit()
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Second light')
    // If it were sent any later, it would count as the next test's.
    await waitFor(() =>
      expect(sent.filter(({ method, path }) => method === 'POST' && path === '/api/videos')).toHaveLength(1),
    )
  })

  it('count as sent when they are published', () => {
    expect(totalShare([], 0)).toBeNull()
    expect(totalShare([{ step: 'empty', error: null }], 3)).toBe(0.75)
  })

  it('share fields, and are published at once', async () => {
    const { sent } = await chooseTwo()
    await userEvent.click(screen.getByRole('button', { name: 'Publish all' }))
    expect(await screen.findByRole('button', { name: 'First lightNeeds a category' })).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Fractals')
    expect(await screen.findByRole('button', { name: 'First lightReady to publish' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Apply to all' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }))
    await userEvent.click(screen.getByRole('button', { name: 'Publish all' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    const published = sent.filter(({ method, path }) => method === 'POST' && path === '/api/videos')
    expect(published.map(({ body }) => body)).toMatchObject([
      { title: 'First light', categoryId: 2 },
      { title: 'Second light', categoryId: 2 },
    ])
  })
})

describe('the end of a limit', () => {
  it.each([
    [new Date(2026, 2, 4, 12, 39, 30), 'at 12:40'],
    [new Date(2026, 2, 5, 12, 40), 'tomorrow at 12:40'],
    [new Date(2026, 2, 6, 12, 40), 'on Friday at 12:40'],
    // A weekday would be ambiguous if the device's clock is wrong.
    [new Date(2026, 2, 13, 12, 40), 'on March 13, 2026 at 12:40'],
    [new Date(2026, 2, 2, 12, 40), 'on March 2, 2026 at 12:40'],
    [new Date(2036, 2, 4, 12, 40), 'on March 4, 2036 at 12:40'],
  ])('is worded by its day: %s', (end, words) => {
    expect(limitEnd(end.getTime(), new Date(2026, 2, 4, 9))).toBe(words)
  })
})

describe('URL tab', () => {
  it('refuses what is no address', async () => {
    const { sent } = renderUpload()
    await userEvent.click(await screen.findByRole('tab', { name: 'URL' }))
    await userEvent.type(screen.getByLabelText('Video URL'), 'ftp://x')
    await userEvent.click(screen.getByRole('button', { name: 'Fetch video' }))
    expect(await screen.findByText('Invalid URL')).toBeTruthy()
    expect(screen.getAllByText('Please enter a valid video URL')).toHaveLength(2)
    expect(sent.some(({ path }) => path === '/api/imports')).toBe(false)
  })

  const state = {
    id: 'i1',
    status: 'done',
    received: 10,
    size: 10,
    uploadId: 'imported',
    obstacle: null,
    error: null,
  }

  /** Renders the page with an import that ends in `ended`, and starts it. */
  async function fetchVideo(ended: object, answers: PageOptions['answers'] = {}) {
    const page = renderUpload({
      'POST /api/imports': Response.json({ ...state, status: 'queued', uploadId: null }, { status: 202 }),
      'GET /api/imports/i1': { ...state, ...ended },
      ...answers,
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'URL' }))
    await userEvent.type(screen.getByLabelText('Video URL'), 'https://example.org/a.webm{Enter}')
    return page
  }

  it('imports, then goes on as with a chosen file', async () => {
    const { sent } = await fetchVideo(state, {
      'GET /api/uploads/imported/content': new Response('video', {
        headers: { 'content-type': 'video/webm' },
      }),
      'DELETE /api/uploads/imported': () => new Response(null, { status: 204 }),
    })
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(sent.find(({ path }) => path === '/api/imports')?.body).toEqual({
      url: 'https://example.org/a.webm',
    })
    expect(vi.mocked(prepareVideo).mock.lastCall?.[0]).toMatchObject({
      name: 'a.webm',
      type: 'video/webm',
    })
    await waitFor(() =>
      expect(sent.some(({ method, path }) => method === 'DELETE' && path.endsWith('/imported'))).toBe(true),
    )
  })

  it('publishes a file over 500 MB as it is, and sends none of it through the browser', async () => {
    vi.mocked(prepareVideo).mockClear()
    vi.mocked(makeLadder).mockClear()
    const { sent } = await fetchVideo(
      { size: 500e6 + 1, uploadId: 'large' },
      {
        'GET /api/uploads/large': { id: 'large', partSize: 1000, parts: 1, received: [], done: true },
        'POST /api/uploads/large/complete': finished('large'),
      },
    )
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    await fillDetails()
    await submit()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/api/videos')?.body).toMatchObject({
      videoFile: 'large',
    })
    const source = '/api/uploads/large/content'
    expect(grabFrame).toHaveBeenLastCalledWith(source, 15, expect.anything(), { crop: false })
    expect(drawPictures).toHaveBeenLastCalledWith(source, expect.anything())
    expect(prepareVideo).not.toHaveBeenCalled()
    expect(makeLadder).not.toHaveBeenCalled()
    expect(sent.some(({ path }) => path === source || path.includes('/parts/'))).toBe(false)
  })

  it('asks before it moves a large file that can be published only once it is prepared', async () => {
    vi.mocked(prepareVideo).mockClear()
    const obstacle = 'This file contains its recording location.'
    const { sent } = await fetchVideo(
      { size: 2e9, uploadId: 'located', obstacle },
      {
        'GET /api/uploads/located/content': new Response('video'),
        'DELETE /api/uploads/located': () => new Response(null, { status: 204 }),
      },
    )
    const why = await screen.findByText(new RegExp(obstacle))
    expect(why.textContent).toContain('it downloads 2 GB, then uploads the result')
    await expectAccessible()
    expect(sent.some(({ path }) => path.endsWith('/content'))).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Process it in this browser' }))
    expect(await screen.findByText(/^Uploaded/)).toBeTruthy()
    expect(prepareVideo).toHaveBeenCalledOnce()
  })

  it('says why an import failed', async () => {
    const error = 'The address answered 404.'
    await fetchVideo({ status: 'failed', uploadId: null, error })
    expect(await screen.findByText('The address answered 404.')).toBeTruthy()
    await expectAccessible()
  })
})
