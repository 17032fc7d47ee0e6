import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newRecord } from '#web/features/publish/upload/job/new-record'
import { forgetJob, jobOf } from '#web/features/publish/upload/job/video-jobs'
import { UploadQueue } from '#web/features/publish/upload/queue/upload-queue'
import { JobKeeper } from '#web/features/publish/upload/store/job-record'
import { loadQueue } from '#web/features/publish/upload/store/queue-record'
import { noRoom, Refusal } from '#web/studio/source/refusal'
import { prepareVideo } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import { preparedVideo } from '../support/browser/studio'
import {
  chooseVideo,
  dropVideo,
  endUploads,
  fillDetails,
  lastUser,
  madeVideo,
  makeMedia,
  renderUpload,
  submit,
} from '../support/upload-page'

// jsdom has no workers, no WebCodecs and no canvas.
vi.mock('#web/studio/studio', async () => (await import('../support/browser/studio')).fakeStudio)
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))
vi.mock(
  '#web/studio/files/stored-files',
  async () => (await import('../support/browser/stored-files')).storedFiles,
)

beforeEach(makeMedia)
afterEach(endUploads)

describe('the sound of a chosen file', () => {
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

  describe('that was chosen', () => {
    const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 1e9 }
    const file = new File(['source'], 'holiday.mp4', { type: 'video/mp4', lastModified: 5 })
    const sound = () => vi.mocked(prepareVideo).mock.lastCall?.[1].sound

    beforeEach(() => void vi.mocked(prepareVideo).mockClear())

    it('is kept by a reload while the file waits', async () => {
      vi.mocked(prepareVideo).mockImplementation((_, { signal }) => {
        return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      })
      const key = '801:upload-video:0'
      const before = new UploadQueue(key)
      void before.choose(key, file, limits, 2)
      await waitFor(() => expect(loadQueue(key)[0]?.copy).toEqual(expect.any(String)))
      await before.end()
      await jobOf(key).cancel()
      forgetJob(key)
      const after = new UploadQueue(key)
      await after.restore(limits)
      await waitFor(() => expect(prepareVideo).toHaveBeenCalledTimes(2))
      expect(sound()).toBe(2)
      await after.remove(key)
    })

    it('is kept when the file is prepared again because there is room now', async () => {
      vi.mocked(prepareVideo).mockRejectedValueOnce(new Refusal(noRoom))
      const key = '802:upload-video:0'
      const queue = new UploadQueue(key)
      expect(await queue.choose(key, file, limits, 2)).toBe(false)
      queue.add([new File(['other'], 'other.mp4')], limits)
      const other = queue.getItems().at(-1)?.key ?? ''
      expect(other).not.toBe(key)
      await queue.remove(other)
      await waitFor(() =>
        expect(vi.mocked(prepareVideo).mock.lastCall?.[0]).toMatchObject({ name: file.name }),
      )
      await waitFor(() => expect(prepareVideo).toHaveBeenCalledTimes(2))
      expect(sound()).toBe(2)
      await queue.remove(key)
    })

    it.each([
      ['the file chooser', chooseVideo],
      ['a drop on the page', dropVideo],
    ])('is kept when the file is chosen again by %s, but not for another one', async (_, take) => {
      const account = lastUser + 1
      const found = ['fra', 'deu', 'eng'].map((language) => ({ format: 'AAC', language, canRead: true }))
      const record = newRecord(`${account}:upload-video:0`, file, null)
      new JobKeeper({ ...record, sounds: { found, taken: 2 } }).save()
      renderUpload()
      await screen.findByText('The upload was interrupted. Choose “holiday.mp4” again to go on.')
      // A file that is refused leaves the interrupted upload to be continued.
      vi.mocked(prepareVideo).mockRejectedValueOnce(new Refusal('Refused.'))
      await take('better.mp4')
      await screen.findByText('Refused.')
      expect(sound()).toBe('first')
      await take('holiday.mp4')
      await screen.findByText(/^Uploaded/)
      expect(sound()).toBe(2)
    })
  })
})
