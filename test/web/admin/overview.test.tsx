import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Overview } from '#contract/schemas/site/overview'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { key } from '#web/lib/query/keys'
import { axisEnd } from '#web/ui/charts/scale'
import { makeDay, makeFieldData, makeOverview } from '../support/administration'
import { expectAccessible } from '../support/axe'
import { problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const now = Date.parse('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3600_000).toISOString()

function renderOverview(answer: unknown, fieldData: unknown = makeFieldData()) {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  return renderPage('/admin', '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { 'GET /api/admin/overview': answer, 'GET /api/admin/field-data': fieldData },
  })
}

describe('what waits', () => {
  const none = { count: 0, since: null }

  it('says how many and for how long, and leads to where it is done', async () => {
    const waiting: Overview['waiting'] = {
      ...makeOverview().waiting,
      pending: { count: 12, since: hoursAgo(73) },
      removals: { count: 1, since: hoursAgo(7) },
      appeals: { count: 2, since: hoursAgo(1.5) },
      claims: { count: 1000, since: hoursAgo(49) },
    }
    renderOverview(makeOverview({ waiting }))
    const region = within(await screen.findByRole('region', { name: 'Needs attention' }))
    const links = region.getAllByRole('link')
    const said = links.map((link) => [link.textContent, link.getAttribute('href')])
    expect(said).toEqual([
      ['Removal requests1oldest 7 h 0 min', '/admin?tab=removals'],
      ['Reports0All clear', '/admin?tab=reports'],
      ['Comments0All clear', '/admin?tab=comments'],
      ['Appeals2oldest 1 h 30 min', '/admin?tab=removals&view=appeals'],
      ['Videos to review12oldest 3 days', '/admin?tab=content'],
      ['Changed videos0All clear', '/admin?tab=content'],
      ['Payment claims100 or moreoldest 2 days', '/admin?tab=payments&view=claims'],
      ['Payment alerts0All clear', '/admin?tab=payments&view=alerts'],
      ['Failed jobs0All clear', '/admin?tab=jobs'],
      ['Failed emails0All clear', '/admin?tab=mail&view=failed'],
    ])
    await expectAccessible()
  })

  it('counts the removal clock down, and says when it has run out', async () => {
    const { queryClient } = renderOverview(makeOverview({ nextRemovalDue: hoursAgo(-11.5) }))
    const clock = await screen.findByRole('link', { name: /^11 h 30 min left to decide/ })
    expect(clock.getAttribute('href')).toBe('/admin?tab=removals')
    queryClient.setQueryData(key('admin', 'overview'), makeOverview({ nextRemovalDue: hoursAgo(2) }))
    expect(await screen.findByRole('link', { name: /2 h 0 min overdue/ })).toBeTruthy()
  })

  it.each([
    [12, 'Review the newest first (12)', '/admin?tab=content&queue=newest'],
    [100, 'Review the newest first (100+)', '/admin?tab=content&queue=newest'],
    [0, 'View premium videos', '/admin?tab=content&premium=true'],
  ])(
    'says that sales are off with %i videos to review, and where that is mended',
    async (count, name, to) => {
      const waiting = { ...makeOverview().waiting, pending: { count, since: null } }
      const { queryClient } = renderOverview(makeOverview({ salesOff: true, waiting }))
      expect(await screen.findByText(/^Sales are off because no premium video is public\./)).toBeTruthy()
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to)
      await expectAccessible()
      queryClient.setQueryData(key('admin', 'overview'), makeOverview({ waiting }))
      await waitFor(() => expect(screen.queryByText(/^Sales are off/)).toBeNull())
    },
  )

  it('shows no clock where no request is open', async () => {
    renderOverview(makeOverview({ waiting: { ...makeOverview().waiting, removals: none } }))
    await screen.findByRole('region', { name: 'Needs attention' })
    expect(screen.queryByText(/removal request that is due first/)).toBeNull()
  })
})

describe('the checklist', () => {
  it('says what is off, what it means, and where it is put right', async () => {
    renderOverview(
      makeOverview({
        checklist: makeOverview().checklist.map((item) => ({
          ...item,
          ok: item.id !== 'approval' && item.id !== 'regions',
        })),
      }),
    )
    const region = within(await screen.findByRole('region', { name: 'Setup checklist' }))
    expect(region.getByText('5 of 7 done')).toBeTruthy()
    const [first, second, third] = region.getAllByRole('listitem')
    expect(first?.textContent).toContain('Videos go live without review')
    expect(first?.textContent).toContain('Uploads go public right away.')
    expect(second?.textContent).toContain("Regional availability isn't decided")
    expect(third?.textContent).toBe('Done: Email is set up')
    const fixes = region.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(fixes).toEqual(['/admin?tab=settings', '/admin?tab=settings#regions'])
  })

  it('may be complete', async () => {
    renderOverview(makeOverview())
    expect(await screen.findByText('All done')).toBeTruthy()
  })
})

describe('the numbers', () => {
  it('draws a chart of each, with the same as a table', async () => {
    const days = makeOverview().days.map((day, index) =>
      index === 2 ? { ...day, signups: 7 } : index === 5 ? { ...day, signups: 2 } : day,
    )
    renderOverview(makeOverview({ days }))
    const card = within(await screen.findByRole('region', { name: 'Sign-ups' }))
    expect(card.getByText('9')).toBeTruthy()
    expect(card.getByRole('img', { name: 'Sign-ups by day, peak on Nov 3, 2026: 7.' })).toBeTruthy()
    await userEvent.click(card.getByRole('button', { name: 'Sign-ups as a table' }))
    expect(card.queryByRole('img')).toBeNull()
    const rows = card.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toHaveLength(days.length + 1)
    // The newest first.
    expect(rows[1]).toBe('Nov 300')
    expect(rows).toContain('Nov 37')
    await expectAccessible()
    await userEvent.click(card.getByRole('button', { name: 'Sign-ups as a chart' }))
    expect(card.getByRole('img')).toBeTruthy()
  })

  it('says how many members there are now, and that some days were not available', async () => {
    const days = [makeDay(0), makeDay(1, { premium: 40 }), makeDay(2, { premium: 41 })]
    renderOverview(makeOverview({ days }))
    const card = within(await screen.findByRole('region', { name: 'Premium members' }))
    expect(card.getByText('41')).toBeTruthy()
    await userEvent.click(card.getByRole('button', { name: 'Premium members as a table' }))
    expect(card.getAllByRole('row').at(-1)?.textContent).toBe('Nov 1Not counted')
  })

  it('keeps currencies apart, and takes refunds off', async () => {
    const days = [
      makeDay(0, { charged: { USD: 1499, INR: 99900, BTC: 550_000 } }),
      makeDay(1, { refunded: { USD: 9999 } }),
    ]
    renderOverview(makeOverview({ days }))
    const dollars = within(await screen.findByRole('region', { name: 'Revenue in USD' }))
    expect(dollars.getByText('-$85')).toBeTruthy()
    expect(dollars.getByText('Charges minus refunds and chargebacks, by day.')).toBeTruthy()
    const rupees = within(screen.getByRole('region', { name: 'Revenue in INR' }))
    expect(rupees.getByText('₹999')).toBeTruthy()
    const bitcoin = within(screen.getByRole('region', { name: 'Revenue in BTC' }))
    expect(bitcoin.getByText('0.0055 BTC')).toBeTruthy()
    await userEvent.click(dollars.getByRole('button', { name: 'Revenue in USD as a table' }))
    expect(dollars.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Day (UTC)Revenue in USD',
      'Nov 2-$99.99',
      'Nov 1$14.99',
    ])
  })

  it('caps the bar of the storage at its budget', async () => {
    const totals = { ...makeOverview().totals, storedBytes: 3e10, budgetBytes: 1e10 }
    renderOverview(makeOverview({ totals }))
    const bar = await screen.findByRole('progressbar', { name: 'Storage against the budget' })
    expect(bar.getAttribute('aria-valuenow')).toBe('100')
    expect(screen.getByText(/of a budget of 10 GB/)).toBeTruthy()
  })
})

it('says when it could not be loaded, and tries again', async () => {
  let answer: unknown = problem(500, 'internal', 'Broken.')
  renderOverview(() => answer)
  answer = await screen.findByText('Broken.').then(() => makeOverview())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Needs attention' })).toBeTruthy())
})

describe('axisEnd', () => {
  it('is a round number that holds every value, and not ten times as much', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }), (values) => {
        const end = axisEnd(values)
        const greatest = Math.max(1, ...values)
        expect(end).toBeGreaterThanOrEqual(greatest)
        expect(end).toBeLessThan(2.5 * greatest + 1)
        expect(String(end)).toMatch(/^[125]0*$/)
      }),
    )
  })
})

describe('the speed', () => {
  const figure = (p75: number) => ({ p75, visits: 40 })
  const measured = makeFieldData({
    visits: 1200,
    lcp: figure(1840),
    inp: figure(260),
    cls: figure(0.3),
    firstFrame: null,
    routes: [
      { route: '/video/:id', visits: 800, lcp: figure(4100), inp: null, cls: null, firstFrame: figure(640) },
    ],
    plays: { count: 200, stalled: 5 },
    qualities: [{ quality: 720, plays: 150 }],
    errors: [{ code: 'network', visits: 12 }],
    edgeCache: { hits: 90, misses: 10 },
    colos: [{ colo: 'FRA', visits: 600 }],
  })

  it('is marked by how good it is, in all and by page', async () => {
    renderOverview(makeOverview(), measured)
    const region = within(await screen.findByRole('region', { name: 'Speed' }))
    const cards = (await region.findAllByRole('definition')).slice(0, 4)
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      '1.8 sGood',
      '260 msNeeds work',
      '0.30Poor',
      '–',
    ])
    const [, row] = within(region.getByRole('table', { name: 'Speed by page' })).getAllByRole('row')
    expect(row?.textContent).toContain('/video/:id')
    expect(row?.textContent).toContain('4.1 sPoor')
    expect(row?.textContent).toContain('640 msGood')
    await expectAccessible()
  })

  it('comes with what happened in the player, what failed, and the edge', async () => {
    renderOverview(makeOverview(), measured)
    const facts = async (name: string) => {
      const card = within(await screen.findByRole('region', { name }))
      return card.getAllByRole('definition').map(({ textContent }) => textContent)
    }
    expect(await facts('Playback')).toEqual(['200', '2.5%', '75%'])
    expect(await facts('Errors, by share of visits')).toEqual(['1%'])
    expect(await facts('Edge')).toEqual(['90%', '50%'])
  })

  it('says what will be here, how to turn it on, and what keeps it from being read', async () => {
    const { unmount } = renderOverview(makeOverview())
    expect(await screen.findByText(/^No visits measured yet/)).toBeTruthy()
    unmount()
    const off = renderOverview(makeOverview(), makeFieldData({ isOn: false }))
    expect((await screen.findByText(/^Loading times aren't measured/)).textContent).toContain('Settings')
    off.unmount()
    renderOverview(makeOverview(), problem(503, 'unavailable', "Analytics Engine can't be read."))
    expect(await screen.findByText("Analytics Engine can't be read.")).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Needs attention' })).toBeTruthy()
  })
})
