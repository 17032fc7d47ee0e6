import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawPictures, grabFrame, makeLadder, prepareVideo } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import type { PageOptions } from '../support/page'
import { endUploads, fillDetails, finished, makeMedia, renderUpload, submit } from '../support/upload-page'

// jsdom has no workers, no WebCodecs and no canvas.
vi.mock('#web/studio/studio', async () => (await import('../support/browser/studio')).fakeStudio)
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))

beforeEach(makeMedia)
afterEach(endUploads)

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
