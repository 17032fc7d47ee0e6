import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { OwnerStatistics, VideoStatistics } from '#contract/schemas/videos/statistics'
import { csvLine } from '#test/support/csv'
import { StatisticsPage } from '#web/app/pages/publish/statistics.tsx'
import { saveFile } from '#web/lib/dom/save-file'
import { expectAccessible } from '../support/axe'
import { problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

vi.mock('#web/lib/dom/save-file', () => ({ saveFile: vi.fn() }))

const viewer = makeUser({ id: 3 })
const days = [
  { day: '2026-11-20', views: 40, likes: 2, saves: 0 },
  { day: '2026-11-21', views: 12, likes: -1, saves: 3 },
]
const statistics: VideoStatistics = {
  id: 7,
  title: '=Waves, "slowly"',
  duration: 100,
  days,
  watchSeconds: 5400,
  curve: Array.from({ length: 20 }, (_, part) => 1 - part / 20),
  audience: [{ name: null, views: 52 }],
  sources: [
    { name: 'site', views: 41 },
    { name: 'search', views: 11 },
  ],
  countries: [
    { name: 'DE', views: 30 },
    { name: 'T1', views: 12 },
    { name: null, views: 10 },
  ],
  sales: null,
}
const all: OwnerStatistics = {
  days,
  watchSeconds: 233_280,
  videos: [
    { id: 7, title: '=Waves', views: 41, likes: 1, saves: 3, sales: 12 },
    { id: 8, title: 'Dunes', views: 11, likes: 0, saves: 0, sales: null },
  ],
  countries: statistics.countries,
  more: false,
}

function renderVideo(answers: Record<string, unknown>, search = '') {
  return renderPage(`/my-videos/7/stats${search}`, '/my-videos/:id/stats', <StatisticsPage />, {
    viewer,
    answers,
  })
}

describe('the statistics of a video', () => {
  it('show views, groups by name, and how far people watch, and are accessible', async () => {
    const { container } = renderVideo({ 'GET /api/videos/7/statistics?days=28': statistics })
    expect(await screen.findByRole('link', { name: statistics.title })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Views' })).getByText('52')).toBeTruthy()
    const countries = within(screen.getByRole('table', { name: 'Countries' }))
    expect(countries.getAllByRole('rowheader').map((each) => each.textContent)).toEqual([
      'Germany',
      'T1',
      'Other',
    ])
    expect(screen.getByText('53% on average')).toBeTruthy()
    expect(screen.getByText(/Watched for about 1.5 hours in all/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'How far people watch as a table' }))
    expect(screen.getByRole('rowheader', { name: '0:05' })).toBeTruthy()
    await expectAccessible(container)
  })

  it('are saved as CSV that no spreadsheet runs', async () => {
    renderVideo({ 'GET /api/videos/7/statistics?days=7': statistics }, '?days=7')
    await screen.findByRole('link', { name: statistics.title })
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    const [file, name] = vi.mocked(saveFile).mock.calls[0] ?? []
    expect(name).toBe('statistics-7.csv')
    const lines = ((await file?.text()) ?? '').split('\r\n')
    expect(lines[0]).toBe(csvLine('Video', `'=Waves, ""slowly""`))
    expect(lines).toContain(csvLine('2026-11-21', 12, -1, 3))
    expect(lines).toContain(csvLine('Germany', 30))
  })

  it('say what is missing for a video of nobody, of another, and without views', async () => {
    const { unmount } = renderVideo({
      'GET /api/videos/7/statistics?days=28': () => problem(404, 'not_found', 'There is no such video.'),
    })
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
    unmount()
    const none = { curve: null, watchSeconds: null, audience: [], sources: [], countries: [] }
    renderVideo({ 'GET /api/videos/7/statistics?days=28': { ...statistics, ...none } })
    expect(await screen.findByText('Not enough views yet')).toBeTruthy()
    expect(screen.getByText(/Premium sales:/).textContent).toMatch(/^Premium/)
    expect(screen.getAllByText('No views in this period.')).toHaveLength(3)
  })
})

describe('the statistics of all videos', () => {
  it('change their period by a link', async () => {
    renderPage('/stats', '/stats', <StatisticsPage />, {
      viewer,
      answers: {
        'GET /api/videos/my-videos/statistics?days=28': all,
        'GET /api/videos/my-videos/statistics?days=90': { ...all, days: [...days, ...days.slice(1)] },
      },
    })
    expect(within(await screen.findByRole('region', { name: 'Saves' })).getByText('3')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: '90 days' }))
    expect(within(await screen.findByRole('region', { name: 'Saves' })).getByText('6')).toBeTruthy()
  })

  it('list the most watched, hide few sales, and are saved as CSV', async () => {
    const { container } = renderPage('/stats', '/stats', <StatisticsPage />, {
      viewer,
      answers: { 'GET /api/videos/my-videos/statistics?days=28': all },
    })
    const table = within(await screen.findByRole('table', { name: 'Most watched videos' }))
    expect(table.getByRole('link', { name: 'Dunes' }).getAttribute('href')).toBe('/my-videos/8/stats')
    expect(table.getByText('Fewer than 10')).toBeTruthy()
    expect(screen.getByText('Watched for about 65 hours in all, going by a sample of views.')).toBeTruthy()
    expect(within(screen.getByRole('table', { name: 'Countries' })).getByText('Germany')).toBeTruthy()
    await expectAccessible(container)
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    const [file] = vi.mocked(saveFile).mock.lastCall ?? []
    const lines = ((await file?.text()) ?? '').split('\r\n')
    for (const line of [
      csvLine('Watch time in seconds (estimate)', 233_280),
      csvLine('Germany', 30),
      csvLine(7, "'=Waves", 41, 1, 3, 12),
      csvLine(8, 'Dunes', 11, 0, 0, 'Fewer than 10'),
    ])
      expect(lines).toContain(line)
  })
})
