import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { totalShare } from '#web/features/publish/upload/progress/work'
import { noRoom, Refusal } from '#web/studio/source/refusal'
import { makeLadder, prepareVideo } from '#web/studio/studio'
import { preparedVideo } from '../support/browser/studio'
import { endUploads, madeVideo, makeMedia, renderUpload, submit } from '../support/upload-page'

// jsdom has no workers, no WebCodecs and no canvas.
vi.mock('#web/studio/studio', async () => (await import('../support/browser/studio')).fakeStudio)
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))

beforeEach(makeMedia)
afterEach(endUploads)

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

  it('wait for each other with their qualities, and say so', async () => {
    vi.mocked(makeLadder).mockImplementation((_, { signal }) => {
      return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await chooseTwo()
    expect(await screen.findByText('Adding qualities: opening the video')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Second light/ }))
    expect(await screen.findByText('Adding qualities: waiting for your other videos')).toBeTruthy()
  })

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

  it('keep the name of a refused file', async () => {
    vi.mocked(prepareVideo)
      .mockResolvedValueOnce({ file: madeVideo, ...preparedVideo })
      .mockRejectedValueOnce(new Refusal('Refused.'))
    renderUpload()
    await chooseFiles()
    await userEvent.click(await screen.findByRole('button', { name: 'Second lightRefused.' }))
    await userEvent.clear(screen.getByLabelText('Title'))
    expect(await screen.findByRole('button', { name: 'second light.mp4Refused.' })).toBeTruthy()
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
