import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { groupReports } from '#web/features/admin/safety/reports/group'
import { expectAccessible } from '../../support/axe'
import { stubObjectUrls } from '../../support/browser/object-urls'
import { problem } from '../../support/page'
import { openReports, renderReports } from '../../support/reports'
import { makeAdminReport } from '../../support/safety'

describe('the queue of reports', () => {
  it('stands by video, with who said what and where', async () => {
    renderReports({
      [openReports]: [
        makeAdminReport(1, {
          reason: 'minor',
          details: 'Look at her.',
          seconds: 83,
          openOfVideo: 3,
          dueAt: '2020-01-01T12:00:00.000Z',
        }),
        makeAdminReport(2, {
          videoId: 2,
          videoTitle: 'Another',
          video: null,
          reporter: null,
          bySystem: true,
        }),
        makeAdminReport(3, { reporter: null, email: 'anna@example.org', openOfVideo: 3 }),
      ],
    })
    const [first, second] = await screen.findAllByRole('article')
    const reports = within(first as HTMLElement).getAllByRole('listitem')
    expect(reports).toHaveLength(2)
    expect(reports[0]?.textContent).toContain('Involves a minor')
    expect(reports[0]?.textContent).toContain('Look at her.')
    expect(reports[0]?.textContent).toContain('Overdue since Jan 1, 2020')
    expect(reports[0]?.textContent).toContain('member')
    expect(reports[1]?.textContent).toContain('No account, anna@example.org')
    expect(first?.textContent).toContain('1 more open report of this video.')
    const moment = within(first as HTMLElement).getByRole('link', { name: /^at 1:23/ })
    expect(moment.getAttribute('href')).toBe('/video/1?t=83')
    expect(second?.textContent).toContain('The site itself')
    expect(second?.textContent).toContain('This video no longer exists')
    expect(within(second as HTMLElement).queryByRole('button', { name: /^Remove/ })).toBeNull()
    await expectAccessible()
  })

  it('blurs the picture until somebody wants to see it', async () => {
    renderReports({ [openReports]: [makeAdminReport(1)] })
    const show = await screen.findByRole('button', { name: 'Show picture of Convergence' })
    const picture = () => document.querySelector('img[src="/media/poster-1.jpg"]')
    expect(picture()?.className).toContain('blur-xl')
    await userEvent.click(show)
    expect(picture()?.className).not.toContain('blur-xl')
  })

  it('is filtered by status, reason and video, all in the address', async () => {
    const { sent } = renderReports({
      'GET /api/admin/reports?status=decided': [],
      'GET /api/admin/reports?status=open&reason=minor': [makeAdminReport(4, { reason: 'minor' })],
      'GET /api/admin/reports?status=open&videoId=1': [makeAdminReport(4, { reason: 'minor' })],
    })
    expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'decided')
    expect(await screen.findByRole('heading', { name: 'Nothing decided yet' })).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'open')
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'minor')
    await userEvent.click(await screen.findByRole('button', { name: 'Show reports for this video' }))
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain('/api/admin/reports?status=open&videoId=1'),
    )
    // Both buttons disappear when pressed, so the focus moves to the region.
    const region = screen.getByRole('region', { name: 'Reports' })
    expect(document.activeElement).toBe(region)
    await userEvent.click(await screen.findByRole('button', { name: /^Only video 1/ }))
    expect(document.activeElement).toBe(region)
    expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeTruthy()
  })

  it('has an address for each, which says so when there is none', async () => {
    const { unmount } = renderReports({ 'GET /api/admin/reports/3': makeAdminReport(3) }, '&report=3')
    expect(await screen.findByRole('heading', { name: 'Report 3' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Report 3' }).getAttribute('href')).toBe(
      '/admin?tab=reports&report=3',
    )
    await expectAccessible()
    unmount()
    renderReports({ 'GET /api/admin/reports/4': problem(404, 'not_found', 'Not found.') }, '&report=4')
    expect(await screen.findByRole('heading', { name: "Report 4 doesn't exist" })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All reports' }).getAttribute('href')).toBe('/admin?tab=reports')
  })

  it('shows what was decided, and by whom', async () => {
    const decision = { at: '2026-11-21T08:00:00.000Z', note: 'Nothing is wrong with it.' }
    const decided = makeAdminReport(1, {
      status: 'dismissed',
      decision,
      openOfVideo: 0,
      decidedBy: { id: 8, username: 'otheradmin' },
    })
    renderReports({ 'GET /api/admin/reports?status=decided': [decided] }, '&status=decided')
    const card = await screen.findByRole('article')
    expect(card.textContent).toContain('Dismissed by otheradmin')
    expect(card.textContent).toContain('Nothing is wrong with it.')
    expect(within(card).queryByRole('button', { name: /^Dismiss/ })).toBeNull()
  })
})

describe('evidence', () => {
  const quarantined = makeAdminReport(1, {
    video: {
      id: 1,
      title: 'Convergence',
      thumbnailUrl: null,
      isPremium: false,
      review: 'approved',
      hold: 'quarantine',
      isPublic: true,
    },
  })

  it('of what is kept is saved as one file', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    stubObjectUrls('blob:x')
    renderReports({
      [openReports]: [quarantined, makeAdminReport(2, { videoId: 2, videoTitle: 'Another' })],
      'GET /api/admin/videos/1/evidence': { video: { id: 1 } },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Evidence of Convergence' }))
    await waitFor(() => expect(click).toHaveBeenCalled())
    const link = click.mock.instances[0] as unknown as HTMLAnchorElement
    expect(link.download).toBe('evidence-video-1.json')
    expect(screen.queryByRole('button', { name: 'Evidence of Another' })).toBeNull()
  })

  it('that can not be had says why', async () => {
    renderReports({
      [openReports]: [quarantined],
      'GET /api/admin/videos/1/evidence': problem(500, 'internal', 'Broken.'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Evidence of Convergence' }))
    expect(await screen.findByText('Failed to export the evidence. Broken.')).toBeTruthy()
  })
})

describe('groupReports', () => {
  it('loses and doubles none, and keeps the order in and of the groups', () => {
    const reports = fc
      .array(fc.integer({ min: 1, max: 5 }))
      .map((ids) => ids.map((videoId, id) => makeAdminReport(id, { videoId })))
    fc.assert(
      fc.property(reports, (given) => {
        const groups = groupReports(given)
        expect(
          groups
            .flat()
            .map(({ id }) => id)
            .sort((a, b) => a - b),
        ).toEqual(given.map(({ id }) => id))
        const firsts = groups.map(([first]) => first.id)
        expect(firsts).toEqual([...firsts].sort((a, b) => a - b))
        for (const group of groups) {
          const ids = group.map(({ id }) => id)
          expect(ids).toEqual([...ids].sort((a, b) => a - b))
          expect(new Set(group.map(({ videoId }) => videoId)).size).toBe(1)
        }
      }),
    )
  })
})
