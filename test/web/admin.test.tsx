import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { User } from '../../contract/schemas/auth'
import { AdminPage } from '../../web/app/pages/admin'
import { expectAccessible } from './support/axe'
import { problem, renderPage } from './support/page'
import { makeUser, renderSite } from './support/site'

function renderAdmin(viewer: User | null, path = '/admin') {
  const answers = { 'GET /api/admin/videos/pending': [] }
  return renderPage(path, '/admin', <AdminPage />, { viewer, answers })
}

const administrator = makeUser({ isAdmin: true })

describe('control panel', () => {
  it('sends a visitor to sign in', async () => {
    renderAdmin(null)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Fadmin')
    expect(screen.getByText('Authentication Required')).toBeTruthy()
    expect(screen.getByText('You need to log in with an admin account.')).toBeTruthy()
  })

  it.each([makeUser(), makeUser({ isPremium: true })])('refuses everyone else', async (user) => {
    renderAdmin(user)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/')
    expect(screen.getByText('Access Denied')).toBeTruthy()
    expect(screen.getByText('You do not have administrator privileges.')).toBeTruthy()
    expect(screen.queryByText('Admin Control Panel')).toBeNull()
  })

  it('sends everyone home while nobody can say who is looking', async () => {
    // Not in the boot data, so it is asked for.
    const viewer = undefined as unknown as null
    renderSite('/admin', {
      boot: { viewer },
      answers: { '/api/auth/me': problem(500, 'internal', 'Something went wrong.') },
    })
    expect(await screen.findByRole('heading', { name: 'Popular Free Videos' })).toBeTruthy()
    expect(screen.queryByText('Authentication Required')).toBeNull()
  })

  it('has six sections, the one in view in the address', async () => {
    renderAdmin(administrator)
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Control Panel' })).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual([
      'Content Management',
      'Categories',
      'User Management',
      'Site Settings',
      'Storage Management',
      'Payments',
    ])
    expect(screen.getByRole('tab', { name: 'Content Management', selected: true })).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'Site Settings' }))
    expect(await screen.findByRole('tabpanel', { name: 'Site Settings' })).toBeTruthy()
    await expectAccessible()
  })

  it('opens at the section that the address names', async () => {
    renderAdmin(administrator, '/admin?tab=storage')
    expect(await screen.findByRole('tab', { name: 'Storage Management', selected: true })).toBeTruthy()
    expect(screen.getByText("Storage isn't shown here yet")).toBeTruthy()
  })
})
