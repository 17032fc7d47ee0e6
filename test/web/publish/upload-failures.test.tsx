import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishLimitReached } from '#contract/values/uploads/allowance'
import { browserSurroundings } from '#web/features/publish/upload/engine/browser-surroundings'
import { jobOf } from '#web/features/publish/upload/job/video-jobs'
import { limitEnd } from '#web/lib/limit-detail'
import { expectAccessible } from '../support/axe'
import { problem, type SentRequest } from '../support/page'
import { makeVideo } from '../support/site'
import {
  chooseVideo,
  endUploads,
  fillDetails,
  lastUser,
  makeMedia,
  renderUpload,
  submit,
} from '../support/upload-page'

// jsdom has no workers, no WebCodecs and no canvas.
vi.mock('#web/studio/studio', async () => (await import('../support/browser/studio')).fakeStudio)
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))

beforeEach(makeMedia)
afterEach(endUploads)

describe('a failed upload', () => {
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
