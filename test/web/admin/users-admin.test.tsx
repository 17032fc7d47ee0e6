import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AdminPage } from '../../../web/app/pages/admin/admin'
import { makeAdminUser } from '../support/administration'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const list = 'GET /api/admin/users'
const administrator = makeUser({ isAdmin: true })

function renderUsers(answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/admin?tab=users${query}`, '/admin', <AdminPage />, {
    viewer: administrator,
    answers: { [list]: [makeAdminUser(1), makeAdminUser(2)], ...answers },
  })
}

describe('the table of users', () => {
  it('shows role, premium, email and ban of each account', async () => {
    renderUsers({
      [list]: [
        makeAdminUser(4, { isPremium: true, premiumUntil: '2026-12-01T00:00:00.000Z' }),
        makeAdminUser(5, { isAdmin: true, ban: { reason: 'Spam.', until: null }, emailVerified: false }),
      ],
    })
    const [head, first, second] = await screen.findAllByRole('row')
    const titles = within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent)
    expect(titles).toEqual(['ID', 'Username', 'Email', 'Date Joined', 'Status', 'Role', 'Actions'])
    expect(first?.textContent).toMatch(
      /4.*user4.*user4@example\.org.*Nov 20, 2026.*Premium.*User.*Make Admin/,
    )
    expect(second?.textContent).toMatch(/Not confirmed.*Free.*Banned.*Admin.*Remove Admin/)
    await expectAccessible()
  })

  it('offers no change of an own role', async () => {
    renderUsers({ [list]: [makeAdminUser(administrator.id, { isAdmin: true })] })
    const [, row] = await screen.findAllByRole('row')
    expect(within(row as HTMLElement).queryByRole('button')).toBeNull()
    expect(row?.textContent).toContain('You')
  })

  it('searches and filters, both in the address', async () => {
    const { sent } = renderUsers({
      'GET /api/admin/users?q=bo': [makeAdminUser(8, { username: 'bob' })],
      'GET /api/admin/users?q=bo&filter=banned': [],
    })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), ' bo {Enter}')
    expect(await screen.findByRole('link', { name: 'bob' })).toBeTruthy()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'banned')
    expect(await screen.findByRole('heading', { name: 'No account found' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all accounts' }))
    expect(await screen.findByRole('link', { name: 'user1' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Users' }))
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/admin/users',
      '/api/admin/users?q=bo',
      '/api/admin/users?q=bo&filter=banned',
    ])
  })

  it('opens with the search that the address names', async () => {
    renderUsers(
      { 'GET /api/admin/users?q=eve&filter=premium': [makeAdminUser(6, { username: 'eve' })] },
      '&find=eve&filter=premium',
    )
    expect(await screen.findByRole('link', { name: 'eve' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('eve')
  })

  it('says when it could not be loaded', async () => {
    renderUsers({ [list]: problem(500, 'internal', 'Broken.') })
    expect(await screen.findByText('Failed to load users list. Broken.')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
  })

  it('loads more', async () => {
    const next = '/api/admin/users?cursor=abc'
    renderUsers({
      [list]: Response.json([makeAdminUser(2)], { headers: { link: `<${next}>; rel="next"` } }),
      [`GET ${next}`]: [makeAdminUser(1)],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('link', { name: 'user1' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'user2' })).toBeTruthy()
  })
})

describe('a change of role', () => {
  it('is confirmed first, then shown', async () => {
    let isAdmin = false
    const { sent } = renderUsers({
      [list]: () => [makeAdminUser(2, { isAdmin })],
      'POST /api/admin/users/2/promote': () => {
        isAdmin = true
        return makeAdminUser(2, { isAdmin })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Make Admin: user2' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Make user2 an administrator?' }))
    await expectAccessible(screen.getByRole('alertdialog'))
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Make Admin' }))
    expect(await screen.findByText('user2 is now an administrator.')).toBeTruthy()
    const button = await screen.findByRole('button', { name: 'Remove Admin: user2' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('is left alone by Cancel', async () => {
    const { sent } = renderUsers()
    await userEvent.click(await screen.findByRole('button', { name: 'Make Admin: user2' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('says why it was refused, and shows what has changed since', async () => {
    let isAdmin = true
    renderUsers({
      [list]: () => [makeAdminUser(2, { isAdmin })],
      'POST /api/admin/users/2/demote': () => {
        isAdmin = false
        return problem(409, 'conflict', "This account isn't an administrator.")
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Admin: user2' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Admin' }))
    expect(
      await screen.findByText("Failed to update user role. This account isn't an administrator."),
    ).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Make Admin: user2' })).toBeTruthy()
  })
})
