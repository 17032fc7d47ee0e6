import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { makeScan, makeStorage } from '../support/administration'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const load = 'GET /api/admin/storage/stats'
const scan = 'POST /api/admin/storage/scan'
const list = 'GET /api/admin/storage/orphans'

function renderStorage(answers: NonNullable<PageOptions['answers']>) {
  return renderPage('/admin?tab=storage', '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { [list]: [], ...answers },
  })
}

describe('what is stored', () => {
  it('is shown by kind, against the budget, with its cost', async () => {
    renderStorage({ [load]: makeStorage() })
    const usage = within(await screen.findByRole('region', { name: 'Storage' }))
    expect(usage.getByText('3 GB')).toBeTruthy()
    expect(usage.getByText(/30% of a budget of 10 GB/)).toBeTruthy()
    expect(usage.getByText(/\$12\.35 per month/)).toBeTruthy()
    expect(usage.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
    const rows = within(screen.getByRole('table', { name: 'Storage by kind' })).getAllByRole('row')
    // The largest first.
    expect(rows[1]?.textContent).toMatch(/Source videos.*97%.*28.*2\.9 GB/)
    expect(rows[2]?.textContent).toMatch(/Posters.*3%.*12.*100 MB/)
    expect(screen.getByText('nocturne-media')).toBeTruthy()
    expect(screen.getByText('Not checked yet.')).toBeTruthy()
    await expectAccessible()
  })

  it('fills the bar at most, and says how much is above the budget', async () => {
    renderStorage({ [load]: makeStorage({ totalBytes: 2.5e10 }) })
    const bar = await screen.findByRole('progressbar')
    expect(bar.getAttribute('aria-valuenow')).toBe('100')
    expect(screen.getByText("15 GB over budget. Uploads aren't blocked.")).toBeTruthy()
  })

  it('says when it could not be loaded', async () => {
    renderStorage({ [load]: problem(500, 'internal', 'Broken.') })
    expect(await screen.findByText('Failed to load storage statistics. Broken.')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
  })

  it('has no bar without a budget', async () => {
    renderStorage({ [load]: makeStorage({ budgetBytes: 0 }) })
    expect(await screen.findByText(/No budget set/)).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('a refresh', () => {
  it('goes through R2 and shows where the tables differ from it', async () => {
    let found: ReturnType<typeof makeScan> | null = null
    let reads = 0
    renderStorage({
      [load]: () => {
        if (found?.finishedAt === null && ++reads > 1) {
          found = makeScan({
            objects: 1,
            orphans: 2,
            orphanBytes: 3e6,
            missing: 3,
            missingKeys: ['media/def', 'media/ghi'],
            driftBytes: 4e6,
          })
        }
        return makeStorage({ scan: found })
      },
      [scan]: () => {
        found = makeScan({ finishedAt: null, objects: 7, bytes: 5e6 })
        return found
      },
      [list]: [{ key: 'media/abc', bytes: 2e6, uploadedAt: '2026-11-01T00:00:00.000Z' }],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
    const status = await screen.findByText('Checking R2.')
    // Constantly changing numbers aren't announced.
    expect(status.closest('[role="status"]')?.textContent).toBe('Checking R2.')
    expect(screen.getByText('7 files, 5 MB so far.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Refreshing...' }).getAttribute('aria-busy')).toBe('true')
    const verdict = await screen.findByText('3 files are missing')
    expect(verdict.closest('[role="status"]')?.textContent).not.toContain('media/def')
    expect(screen.getByText('1 file, 3 GB')).toBeTruthy()
    expect(screen.getByText('2 files, 3 MB')).toBeTruthy()
    expect(screen.getByText('4 MB more in the database')).toBeTruthy()
    const missing = within(screen.getByRole('region', { name: 'Missing files' }))
    expect(missing.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'media/def',
      'media/ghi',
    ])
    expect(missing.getByText('And 1 file more.')).toBeTruthy()
    expect(await screen.findByText('media/abc')).toBeTruthy()
    const refresh = screen.getByRole('button', { name: 'Refresh' })
    expect(refresh.getAttribute('aria-busy')).toBeNull()
    expect(document.activeElement).toBe(refresh)
    await expectAccessible()
  })

  it('says when all is well', async () => {
    renderStorage({ [load]: makeStorage({ scan: makeScan() }) })
    expect(await screen.findByText('Database and R2 match')).toBeTruthy()
    expect(await screen.findByText('No orphaned files.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clean up…' })).toBeNull()
  })

  it('says by how much the sizes differed, though nothing is missing', async () => {
    renderStorage({ [load]: makeStorage({ scan: makeScan({ driftBytes: -5e6 }) }) })
    expect(await screen.findByText('Database and R2 differ')).toBeTruthy()
    expect(screen.getByText('5 MB less in the database')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Missing files' })).toBeNull()
  })

  it('says when it could not begin', async () => {
    renderStorage({ [load]: makeStorage(), [scan]: problem(503, 'unavailable', 'Try again later.') })
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('Failed to load storage statistics. Try again later.')).toBeTruthy()
  })
})

describe('the clean-up of orphans', () => {
  const clean = 'POST /api/admin/storage/orphans/clean'
  const orphan = { key: 'media/abc', bytes: 2e6, uploadedAt: '2026-11-01T00:00:00.000Z' }

  it('is confirmed first, then says what it did', async () => {
    let orphans = [orphan]
    const { sent } = renderStorage({
      [load]: makeStorage({ scan: makeScan({ orphans: 1, orphanBytes: 2e6 }) }),
      [list]: () => orphans,
      [clean]: () => {
        orphans = []
        return { objects: 1, bytes: 2e6, left: false }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove orphan?' }))
    await expectAccessible(screen.getByRole('alertdialog'))
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Remove orphan' }))
    expect(await screen.findByText('1 orphan removed')).toBeTruthy()
    expect(await screen.findByText('No orphaned files.')).toBeTruthy()
    const region = screen.getByRole('region', { name: 'Orphans' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('says when more are left', async () => {
    renderStorage({
      [load]: makeStorage({ scan: makeScan({ orphans: 700, orphanBytes: 2e9 }) }),
      [list]: [orphan],
      [clean]: { objects: 500, bytes: 1e9, left: true },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove 700 orphans' }))
    expect(await screen.findByText(/There are more, so run the clean-up again\./)).toBeTruthy()
  })
})
