import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { StaffRole } from '#contract/values/accounts/roles'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { makeAdminUser } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { withNext } from '../../support/content'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

const list = 'GET /api/admin/users?limit=50'
const administrator = makeUser({ isAdmin: true })

function renderUsers(answers: PageOptions['answers'] = {}, query = '', staff: StaffRole = 'owner') {
  return renderPage(`/admin?tab=users${query}`, '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: staff === 'owner' || staff === 'administrator', staff }),
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
    expect(titles).toEqual(['Username', 'Email', 'Role', 'Status', 'Premium until', 'Joined', 'Actions'])
    expect(first?.textContent).toMatch(
      /user4.*user4@example\.org.*User.*Premium.*Dec 1, 2026.*Nov 20, 2026.*Change role/,
    )
    expect(second?.textContent).toMatch(/Not confirmed.*Admin.*Free.*Banned.*Change role/)
    await expectAccessible()
  })

  it('offers no change of an own role', async () => {
    renderUsers({ [list]: [makeAdminUser(administrator.id, { isAdmin: true })] }, '', 'administrator')
    const [, row] = await screen.findAllByRole('row')
    expect(within(row as HTMLElement).queryByRole('button')).toBeNull()
    expect(row?.textContent).toContain('You')
  })

  it('searches and filters, both in the address', async () => {
    const { sent } = renderUsers({
      'GET /api/admin/users?limit=50&q=bo': [makeAdminUser(8, { username: 'bob' })],
      'GET /api/admin/users?limit=50&q=bo&filter=banned': [],
    })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), ' bo {Enter}')
    expect(await screen.findByRole('link', { name: 'bob' })).toBeTruthy()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'banned')
    expect(await screen.findByRole('heading', { name: 'No account found' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all accounts' }))
    expect(await screen.findByRole('link', { name: 'user1' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Users' }))
    const lists = sent.map(({ path }) => path).filter((path) => !path.endsWith('/factor-resets'))
    expect(lists).toEqual([
      '/api/admin/users?limit=50',
      '/api/admin/users?limit=50&q=bo',
      '/api/admin/users?limit=50&q=bo&filter=banned',
    ])
  })

  it('opens with the search that the address names', async () => {
    renderUsers(
      { 'GET /api/admin/users?limit=50&q=eve&filter=premium': [makeAdminUser(6, { username: 'eve' })] },
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

  it('is sorted by name and by date, where nothing narrows it, and has pages', async () => {
    const named = '/api/admin/users?limit=50&sort=name'
    const { sent } = renderUsers({
      [`GET ${named}`]: () => withNext([makeAdminUser(3)], `${named}&cursor=abc`),
      [`GET ${named}&cursor=abc`]: [makeAdminUser(4)],
      'GET /api/admin/users?limit=50&order=asc': [makeAdminUser(5)],
      'GET /api/admin/users?limit=50&filter=premium': [makeAdminUser(6)],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Username' }))
    expect(await screen.findByRole('link', { name: 'user3' })).toBeTruthy()
    const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
    expect([sortOf('Username'), sortOf('Joined')]).toEqual(['ascending', null])
    await userEvent.click(screen.getByRole('link', { name: 'Next' }))
    const opened = await screen.findByRole('link', { name: 'user4' })
    expect(opened.getAttribute('href')).toBe('/admin?tab=users&sort=name&after=abc&user=4')
    expect(screen.getByRole('link', { name: 'Previous' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Joined' }))
    await screen.findByRole('link', { name: 'user1' })
    await userEvent.click(screen.getByRole('button', { name: 'Joined' }))
    await screen.findByRole('link', { name: 'user5' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'premium')
    await screen.findByRole('link', { name: 'user6' })
    expect(screen.queryByRole('button', { name: 'Joined' })).toBeNull()
    expect(sortOf('Premium until')).toBe('ascending')
    expect(sent.at(-1)?.path).toBe('/api/admin/users?limit=50&filter=premium')
  })
})

describe('a change of role', () => {
  const put = 'PUT /api/admin/users/2/role'

  it('is asked for with what the role means, then shown', async () => {
    let staff: StaffRole | null = null
    const { sent } = renderUsers({
      [list]: () => [makeAdminUser(2, { staff })],
      [put]: () => {
        staff = 'moderator'
        return makeAdminUser(2, { staff })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Change role: user2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of user2' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }))
    expect(dialog.getByText('Choose another role.')).toBeTruthy()
    const roles = dialog.getAllByRole('option').map(({ textContent }) => textContent)
    expect(roles).toEqual(['No role', 'Support', 'Moderator', 'Administrator', 'Site owner'])
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'moderator')
    expect(dialog.getByText(/^Moderators review videos/)).toBeTruthy()
    await expectAccessible(screen.getByRole('dialog'))
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }))
    expect(await screen.findByText('user2: Moderator.')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ role: 'moderator' })
    const button = await screen.findByRole('button', { name: 'Change role: user2' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.getByText('Moderator')).toBeTruthy()
  })

  it('offers an administrator the roles below', async () => {
    const accounts = [makeAdminUser(2), makeAdminUser(3, { isAdmin: true })]
    renderUsers({ [list]: accounts }, '', 'administrator')
    const buttons = await screen.findAllByRole('button', { name: /^Change role/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Change role: user2'])
    await userEvent.click(buttons[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog'))
    const roles = dialog.getAllByRole('option').map(({ textContent }) => textContent)
    expect(roles).toEqual(['No role', 'Support', 'Moderator'])
  })

  it('is left alone by Cancel', async () => {
    const { sent } = renderUsers()
    await userEvent.click(await screen.findByRole('button', { name: 'Change role: user2' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
  })

  it('says why it was refused', async () => {
    renderUsers({ [put]: problem(409, 'conflict', 'The role was changed by someone else. Reload the page.') })
    await userEvent.click(await screen.findByRole('button', { name: 'Change role: user2' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'support')
    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }))
    expect(await dialog.findByText('The role was changed by someone else. Reload the page.')).toBeTruthy()
  })
})

describe('what a role sees of the control panel', () => {
  async function sections() {
    const links = await screen.findByRole('navigation', { name: 'Sections' })
    return within(links)
      .getAllByRole('link')
      .map(({ textContent }) => textContent?.trim())
  }

  it('a moderator: content, users without addresses, reports and requests', async () => {
    const hidden = { email: null, isPremium: null }
    const accounts = [makeAdminUser(1, hidden), makeAdminUser(2, { ...hidden, isAdmin: true })]
    renderUsers({ [list]: accounts }, '', 'moderator')
    expect(await sections()).toEqual([
      'Content Management',
      'Reports',
      'Comments',
      'Removal requests',
      'User Management',
    ])
    expect(screen.queryByRole('searchbox', { name: 'Find anything' })).toBeNull()
    const [head] = await screen.findAllByRole('row')
    const titles = within(head as HTMLElement).getAllByRole('columnheader')
    expect(titles.map((cell) => cell.textContent)).toEqual(['Username', 'Role', 'Status', 'Joined'])
    expect(screen.getByText('Username starts with')).toBeTruthy()
    expect(screen.queryByRole('option', { name: 'Premium members' })).toBeNull()
  })

  it('support: users, payments and email', async () => {
    renderUsers({}, '', 'support')
    expect(await sections()).toEqual(['User Management', 'Payments', 'Email'])
    expect(screen.getByRole('searchbox', { name: 'Find anything' })).toBeTruthy()
    expect((await screen.findAllByText(/@example\.org/)).length).toBe(2)
    expect(screen.queryByRole('button', { name: /^Change role/ })).toBeNull()
  })

  it('support: email without the newsletter', async () => {
    const viewer = makeUser({ staff: 'support' })
    renderPage('/admin?tab=mail&view=news', '/admin', <AdminPage />, {
      viewer,
      answers: { 'GET /api/admin/mail?state=waiting': [] },
    })
    expect(await screen.findByRole('heading', { name: 'No email waiting' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Newsletter' })).toBeNull()
  })

  it('opens the first section of its own for an address that names another', async () => {
    renderPage('/admin?tab=settings', '/admin', <AdminPage />, {
      viewer: makeUser({ staff: 'support' }),
      answers: { [list]: [makeAdminUser(1)] },
    })
    expect(await screen.findByRole('link', { name: 'User Management', current: 'page' })).toBeTruthy()
  })
})
