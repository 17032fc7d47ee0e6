import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Health, HealthCheck } from '#contract/schemas/site/health'
import { type HealthId, healthNames } from '#contract/values/site/health'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { statusQuery } from '#web/features/admin/operations/queries'
import { expectAccessible } from '../../support/axe'
import { problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

const at = '2026-11-20T12:00:00.000Z'

function health(change: Partial<Record<HealthId, Partial<HealthCheck>>>): Health {
  const ids = Object.keys(healthNames) as HealthId[]
  const checks = ids.map((id) => ({ id, ok: true, count: 0, since: null, ...change[id] }))
  return { ok: checks.every(({ ok }) => ok !== false), at, version: 'v1', checks }
}

function renderStatus(answer: unknown) {
  return renderPage('/admin?tab=status', '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { 'GET /api/admin/status': answer },
  })
}

async function textOf(name: string): Promise<string> {
  const heading = await screen.findByRole('heading', { name: new RegExp(`${name}$`) })
  return heading.closest('li')?.textContent ?? ''
}

describe('the status', () => {
  it('says that everything works', async () => {
    renderStatus(health({ database: { ms: 12 }, cron: { since: '2026-11-20T11:59:00.000Z' } }))
    expect(await screen.findByText('Everything works')).toBeTruthy()
    expect(await textOf('Database')).toBe('Working: DatabaseResponded in 12 ms.')
    expect(await textOf('Background tasks')).toBe('Working: Background tasksLast ran 1 min ago.')
    expect(await textOf('Storage scan')).toContain('Not run yet.')
    await expectAccessible()
  })

  it('says what is wrong, for how long, and where to look', async () => {
    renderStatus(
      health({
        cron: { ok: false, since: '2026-11-20T11:20:00.000Z', tasks: ['mail', 'offer'] },
        jobs: { ok: false, count: 100, since: '2026-11-18T12:00:00.000Z' },
        mail: { ok: false, count: 1, since: '2026-11-20T10:00:00.000Z' },
        scan: { ok: false, count: 2, since: '2026-11-19T12:00:00.000Z' },
      }),
    )
    expect(await screen.findByText('4 problems')).toBeTruthy()
    expect(await textOf('Background tasks')).toContain(
      'Last ran 40 min ago. Failing for a while: mail, offer.',
    )
    expect(await textOf('Failed jobs')).toContain('100 or more failed every attempt.')
    expect(await textOf('Email')).toContain("1 couldn't be sent. Sending is 2 h")
    expect(await textOf('Storage scan')).toContain('2 files missing.')
    const jobs = within(screen.getByRole('region', { name: 'Status' })).getByRole('link', {
      name: 'View jobs',
    })
    expect(jobs.getAttribute('href')).toBe('/admin?tab=jobs')
  })

  it.each([
    [4_200_000_000, '4.2 GB of 10 GB.'],
    [
      7_000_000_000,
      "7 GB of 10 GB. It can't be made larger, so plan the next step now: docs/scale.md says what comes then.",
    ],
  ])('says that a database of %i bytes is %s', async (bytes, text) => {
    renderStatus(health({ size: { bytes } }))
    expect(await textOf(healthNames.size)).toBe(`Working: ${healthNames.size}${text}`)
  })

  it('uses the singular for one payment and one file', async () => {
    renderStatus(
      health({
        payments: { ok: false, count: 1, since: '2026-11-20T10:00:00.000Z' },
        scan: { ok: false, count: 1, since: '2026-11-19T12:00:00.000Z' },
      }),
    )
    expect(await textOf(healthNames.payments)).toContain('1 needs a decision.')
    expect(await textOf(healthNames.scan)).toContain('. 1 file missing.')
  })

  it('says what nobody knows while the database is away', async () => {
    renderStatus(health({ database: { ok: false }, jobs: { ok: null } }))
    expect(await screen.findByText('1 problem')).toBeTruthy()
    expect(await textOf('Database')).toBe("Problem: DatabaseIsn't responding.")
    expect(await textOf('Failed jobs')).toBe(
      "Unknown: Failed jobsUnknown while the database isn't responding.",
    )
  })

  it('can be asked for again', async () => {
    renderStatus(problem(503, 'unavailable', 'The site is busy. Please try again in a moment.'))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('claims nothing from the moment that it can’t be loaded', async () => {
    let isDown = false
    const { queryClient } = renderStatus(() =>
      isDown ? problem(503, 'unavailable', 'The site is busy. Please try again in a moment.') : health({}),
    )
    expect(await screen.findByText('Everything works')).toBeTruthy()
    isDown = true
    await act(() => queryClient.refetchQueries(statusQuery))
    expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
    expect(screen.queryByText('Everything works')).toBeNull()
    isDown = false
    await act(() => queryClient.refetchQueries(statusQuery))
    expect(await screen.findByText('Everything works')).toBeTruthy()
  })
})
