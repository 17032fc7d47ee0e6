import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blurPicture } from '#web/features/publish/upload/pictures/blur-picture'
import { makeTrailer } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import { problem } from '../support/page'
import {
  chooseVideo,
  endUploads,
  fillDetails,
  finished,
  madePicture,
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

describe('a premium video', () => {
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

  it('offers the premium mark to members only', async () => {
    const { unmount } = renderUpload()
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', true)
    expect(screen.getByText('Upgrade to premium to upload premium content')).toBeTruthy()
    unmount()
    renderUpload({}, { isPremium: true })
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', false)
  })
})
