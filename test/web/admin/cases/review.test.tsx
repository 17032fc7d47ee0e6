import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Source, Video } from '#contract/schemas/videos/video'
import { PendingContent } from '#web/features/admin/review/pending-content.tsx'
import { playableFilesOf } from '#web/features/admin/review/playable-files'
import { randomSeconds } from '#web/features/admin/review/random-seconds'
import { grabFrame } from '#web/studio/studio'
import { expectAccessible } from '../../support/axe'
import { makePending, uploaderRecord, withNext } from '../../support/content'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

// The studio needs workers and WebCodecs: the browser tests have them.
vi.mock('#web/studio/studio', () => ({ grabFrame: vi.fn() }))
// The review only chooses the file; the player has tests of its own.
vi.mock('#web/features/admin/review/review-player.tsx', () => ({
  ReviewPlayer: ({ source }: { source: Source }) => <div data-testid="player">{source.url}</div>,
}))

const file: Source = { type: 'mp4', url: '/media/s/source.mp4', height: 720, bandwidth: 2e6 }
const ladder: Source = { type: 'hls', url: '/media/s/master.m3u8', height: null, bandwidth: null }
const rendition = (height: number): Source => ({
  type: 'hls' as const,
  url: `/media/r/${height}p.m3u8`,
  height,
  bandwidth: 7e5,
})
const pending = makePending(5, { description: 'Light on water.' })
const detail = { ...pending, sources: [file, ladder, rendition(360), rendition(480)] }

beforeEach(() => {
  vi.mocked(grabFrame)
    .mockReset()
    .mockResolvedValue(new Blob(['picture'], { type: 'image/jpeg' }))
})

function renderContent(answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/admin${query}`, '/admin', <PendingContent renderCorrect={() => null} />, {
    viewer: makeUser({ isAdmin: true }),
    answers: {
      'GET /api/admin/videos/pending': [pending],
      'GET /api/admin/videos/5/case': detail,
      'GET /api/admin/videos/5/uploader': uploaderRecord,
      ...answers,
    },
  })
}

async function openReview(video: Video = detail) {
  const view = renderContent({ 'GET /api/admin/videos/5/case': video })
  await userEvent.click(await screen.findByRole('button', { name: 'Review Video 5' }))
  return { ...view, dialog: await screen.findByRole('dialog', { name: 'Video 5' }) }
}

/** Returns the names of the files that have all six pictures. */
function picturesIn(dialog: HTMLElement): string[] {
  const labels = [...dialog.querySelectorAll<HTMLImageElement>('img[data-picture]')].map(({ alt }) =>
    alt.replace(/ at \d+:\d\d$/, ''),
  )
  return [...new Set(labels)].filter((label) => labels.filter((each) => each === label).length === 6)
}

describe('content management', () => {
  it('shows what waits for approval', async () => {
    renderContent()
    expect(await screen.findByRole('heading', { name: 'Pending Content for Approval' })).toBeTruthy()
    const card = within(await screen.findByRole('article'))
    expect(card.getByRole('heading', { name: 'Video 5' })).toBeTruthy()
    expect(card.getByText('PENDING')).toBeTruthy()
    expect(card.getByText('Light on water.')).toBeTruthy()
    const preview = card.getByRole('link', { name: /Preview Video 5/ })
    expect([preview.getAttribute('href'), preview.getAttribute('target')]).toEqual(['/video/5', '_blank'])
    await expectAccessible()
  })

  it('puts the newest first on request, as the switch for cards does', async () => {
    const newest = { 'GET /api/admin/videos/pending?order=desc': [makePending(9), pending] }
    renderContent(newest, '?tab=content&queue=newest')
    expect(await screen.findByText('Video 9')).toBeTruthy()
    const order = screen.getByRole('combobox', { name: 'Order of the review queue' })
    expect(order).toHaveProperty('value', 'desc')
    await userEvent.selectOptions(order, 'Longest waiting first')
    await waitFor(() => expect(screen.queryByText('Video 9')).toBeNull())
    expect(screen.getByText('Video 5')).toBeTruthy()
  })

  it('says when nothing waits', async () => {
    renderContent({ 'GET /api/admin/videos/pending': [] })
    expect(await screen.findByRole('heading', { name: 'No Pending Content' })).toBeTruthy()
    await expectAccessible()
  })

  it('loads more, and says when it can not', async () => {
    const next = '/api/admin/videos/pending?cursor=abc'
    let broken = true
    renderContent({
      'GET /api/admin/videos/pending': withNext([pending], next),
      [`GET ${next}`]: () => (broken ? problem(500, 'internal', 'Broken.') : [makePending(6)]),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText("Couldn't load more.")).toBeTruthy()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('says when it could not be loaded, and tries again', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    renderContent({ 'GET /api/admin/videos/pending': () => answer })
    answer = await screen.findByText('Broken.').then(() => [pending])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article')).toBeTruthy()
  })
})

describe('review player', () => {
  it('plays the source first, and every rendition by itself', async () => {
    const { dialog } = await openReview()
    const review = within(dialog)
    expect((await review.findByTestId('player')).textContent).toBe(file.url)
    const names = within(review.getByRole('group', { name: 'File' }))
      .getAllByRole('button')
      .map((button) => button.textContent)
    expect(names).toEqual(['Source 720p', '480p', '360p'])
    await userEvent.click(review.getByRole('button', { name: '360p' }))
    expect(review.getByTestId('player').textContent).toBe('/media/r/360p.m3u8')
    expect(review.getByRole('button', { name: '360p', current: true })).toBeTruthy()
    expect(review.getByRole('button', { name: 'Source 720p', current: false })).toBeTruthy()
    await expectAccessible(dialog)
  })

  it('keeps the picture out of sight, and out of reach, until it is asked for', async () => {
    const { dialog } = await openReview()
    const review = within(dialog)
    const player = await review.findByTestId('player')
    expect(player.closest('[inert]')).toBeTruthy()
    await userEvent.click(review.getByRole('button', { name: 'Show picture' }))
    expect(player.closest('[inert]')).toBeNull()
    await userEvent.click(review.getByRole('button', { name: 'Blur pictures' }))
    expect(player.closest('[inert]')).toBeTruthy()
  })

  it('shows what the public sees before the video, too, once it is asked for', async () => {
    const storyboard = {
      url: '/media/b/storyboard.jpg',
      columns: 10,
      rows: 2,
      tileWidth: 160,
      tileHeight: 90,
      interval: 4,
    }
    const { dialog } = await openReview({ ...detail, previewUrl: '/media/p/preview.mp4', storyboard })
    const review = within(dialog)
    const pictures = within(await review.findByRole('region', { name: 'Images from the uploader' }))
    const sources = ['Thumbnail', 'Seek bar previews'].map((name) =>
      pictures.getByRole('img', { name }).getAttribute('src'),
    )
    expect(sources).toEqual(['/media/poster-5.jpg', '/media/b/storyboard.jpg'])
    const preview = pictures.getByLabelText('Card preview')
    expect(preview.getAttribute('src')).toBe('/media/p/preview.mp4')
    expect(preview.closest('[inert]')).toBeTruthy()
    await userEvent.click(review.getByRole('button', { name: 'Show picture' }))
    expect(preview.closest('[inert]')).toBeNull()
    await expectAccessible(dialog)
  })

  it('takes the same random seconds of the source and of the rendition beside it', async () => {
    const { dialog } = await openReview()
    const review = within(dialog)
    await waitFor(() => expect(picturesIn(dialog)).toEqual(['Source 720p', '360p']))
    const taken = vi.mocked(grabFrame).mock.calls.map(([url, second]) => ({ url, second }))
    const secondsOf = (url: string) => taken.filter((each) => each.url === url).map(({ second }) => second)
    expect(secondsOf(file.url)).toHaveLength(6)
    expect(secondsOf('/media/r/360p.m3u8')).toEqual(secondsOf(file.url))

    await userEvent.click(review.getByRole('button', { name: '480p' }))
    await waitFor(() => expect(picturesIn(dialog)).toEqual(['Source 720p', '480p']))
    vi.mocked(grabFrame).mockClear()
    await userEvent.click(review.getByRole('button', { name: 'Shuffle' }))
    await waitFor(() => expect(vi.mocked(grabFrame).mock.calls).toHaveLength(12))
    expect(vi.mocked(grabFrame).mock.calls[0]?.[1]).not.toBe(secondsOf(file.url)[0])
  })

  it('says where a frame can not be taken, and goes on with the others', async () => {
    vi.mocked(grabFrame).mockRejectedValueOnce(new Error('broken'))
    const { dialog } = await openReview({ ...detail, sources: [file] })
    expect(await within(dialog).findByText("Can't be decoded")).toBeTruthy()
    await waitFor(() => expect(dialog.querySelectorAll('[data-picture]')).toHaveLength(5))
  })

  it('stops taking frames when it is closed', async () => {
    vi.mocked(grabFrame).mockImplementation(() => new Promise(() => undefined))
    await openReview()
    await waitFor(() => expect(vi.mocked(grabFrame).mock.calls.length).toBeGreaterThan(0))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(vi.mocked(grabFrame).mock.calls.every(([, , signal]) => signal.aborted)).toBe(true)
  })

  it('says when there is nothing to play any more', async () => {
    const { dialog } = await openReview({ ...detail, sources: null })
    expect(await within(dialog).findByText('There is nothing to play')).toBeTruthy()
    await expectAccessible(dialog)
  })
})

describe('playableFilesOf', () => {
  it('takes the highest rendition for the source where there is no file beside the ladder', () => {
    expect(
      playableFilesOf([ladder, rendition(360), rendition(480), rendition(1080)]).map(({ label }) => label),
    ).toEqual(['Source 1080p', '480p', '360p'])
  })

  it('keeps the file first, also beside a rendition of its own quality', () => {
    const webm: Source = { ...file, type: 'webm' }
    expect(playableFilesOf([webm, ladder, rendition(360), rendition(720)]).map(({ label }) => label)).toEqual(
      ['Source 720p', '720p', '360p'],
    )
  })
})

describe('randomSeconds', () => {
  it('takes one of each part', () => {
    const seconds = randomSeconds(60, 6)
    expect(seconds.map((second) => Math.floor(second / 10))).toEqual([0, 1, 2, 3, 4, 5])
    expect(randomSeconds(60, 6)).not.toEqual(seconds)
  })
})
