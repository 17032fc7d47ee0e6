import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { posterPosition } from '#contract/values/shared/limits'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { Refusal } from '#web/studio/source/refusal'
import { grabFrame, prepareVideo } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import { preparedVideo } from '../support/browser/studio'
import { problem } from '../support/page'
import {
  chooseVideo,
  dropVideo,
  endUploads,
  fillDetails,
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

describe('a chosen file', () => {
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
})
