import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { makeJob, makeOverview } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

function renderTab(tab: string, answers: NonNullable<PageOptions['answers']>) {
  return renderPage(`/admin?tab=${tab}`, '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: true }),
    answers,
  })
}

describe('failed jobs', () => {
  const open = 'GET /api/admin/jobs?status=open'

  it.each([
    ['Retry', 'retry', 'Job retried'],
    ['Dismiss', 'dismiss', 'Job dismissed'],
  ])('leave the list by %s', async (label, verb, title) => {
    let jobs = [makeJob('a1'), makeJob('b2', { queue: 'nocturne-imports', body: { importId: 'x' } })]
    const { sent } = renderTab('jobs', {
      [open]: () => jobs,
      [`POST /api/admin/jobs/a1/${verb}`]: () => {
        jobs = jobs.slice(1)
        return makeJob('a1', { resolvedAt: '2026-11-20T11:00:00.000Z' })
      },
    })
    expect(await screen.findByRole('heading', { name: 'Video hashes' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Message of nocturne-imports' })).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: `${label} job a1` }))
    expect(await screen.findByText(title)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Video hashes' })).toBeNull())
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
    const region = screen.getByRole('region', { name: 'Jobs' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('are decided one beside the other', async () => {
    let jobs = [makeJob('a1'), makeJob('b2')]
    const arrivals: (() => void)[] = []
    const decide = (id: string) => async () => {
      await new Promise<void>((resolve) => arrivals.push(resolve))
      jobs = jobs.filter((job) => job.id !== id)
      return makeJob(id, { resolvedAt: '2026-11-20T11:00:00.000Z' })
    }
    renderTab('jobs', {
      [open]: () => jobs,
      'POST /api/admin/jobs/a1/retry': decide('a1'),
      'POST /api/admin/jobs/b2/dismiss': decide('b2'),
    })
    const first = await screen.findByRole('button', { name: 'Retry job a1' })
    await userEvent.click(first)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss job b2' }))
    await waitFor(() => expect(first.getAttribute('aria-busy')).toBe('true'))
    const other = screen.getByRole<HTMLButtonElement>('button', { name: 'Dismiss job a1' })
    expect(other.disabled).toBe(true)
    first.focus()
    for (const arrive of arrivals) arrive()
    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeTruthy()
    const region = screen.getByRole('region', { name: 'Jobs' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('say when somebody was first', async () => {
    let jobs = [makeJob('a1')]
    renderTab('jobs', {
      [open]: () => jobs,
      'POST /api/admin/jobs/a1/retry': () => {
        jobs = []
        return problem(409, 'conflict', 'This job has already been handled.')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Retry job a1' }))
    expect(
      await screen.findByText('Failed to retry the job. This job has already been handled.'),
    ).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeTruthy()
  })

  it('are counted anew on the overview', async () => {
    let jobs = [makeJob('a1')]
    const { waiting } = makeOverview()
    const since = '2026-11-20T11:00:00.000Z'
    renderTab('overview', {
      'GET /api/admin/overview': () =>
        makeOverview({ waiting: { ...waiting, jobs: { count: jobs.length, since } } }),
      [open]: () => jobs,
      'POST /api/admin/jobs/a1/dismiss': () => {
        jobs = []
        return makeJob('a1', { resolvedAt: since })
      },
    })
    await userEvent.click(await screen.findByRole('link', { name: /^Failed jobs ?1/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss job a1' }))
    expect(await screen.findByText('Job dismissed')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Overview' }))
    expect(await screen.findByRole('link', { name: /^Failed jobs ?0/ })).toBeTruthy()
  })

  it('are kept among the resolved ones', async () => {
    renderTab('jobs', {
      [open]: [],
      'GET /api/admin/jobs?status=resolved': [makeJob('a1', { resolvedAt: '2026-11-20T11:00:00.000Z' })],
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Resolved' }))
    expect(await screen.findByRole('heading', { name: 'Video hashes' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry job a1' })).toBeNull()
  })
})
