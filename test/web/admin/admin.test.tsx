import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import {
  makeAdminUser,
  makeFieldData,
  makeOverview,
  makeSettings,
  makeStorage,
} from '../support/administration'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage, type SentRequest } from '../support/page'
import { makeUser, renderSite } from '../support/site'

function renderAdmin(viewer: User | null, path = '/admin', answers: PageOptions['answers'] = {}) {
  return renderPage(path, '/admin', <AdminPage />, {
    viewer,
    answers: {
      'GET /api/admin/overview': makeOverview(),
      'GET /api/admin/field-data': makeFieldData(),
      'GET /api/admin/storage/stats': makeStorage(),
      'GET /api/admin/jobs?status=open': [],
      ...answers,
    },
  })
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
    // Not in the boot data, so the page requests it.
    const viewer = undefined as unknown as null
    renderSite('/admin', {
      boot: { viewer },
      answers: { '/api/auth/me': problem(500, 'internal', 'Something went wrong.') },
    })
    expect(await screen.findByRole('heading', { name: 'Popular Free Videos' })).toBeTruthy()
    expect(screen.queryByText('Authentication Required')).toBeNull()
  })

  it('has a section for each part of the work, the one in view in the address', async () => {
    const waiting = { pending: 3, reports: 0, removals: 3, appeals: 1, claims: 100, paymentAlerts: 1 }
    const factorResets = 2
    renderAdmin(administrator, '/admin', {
      'GET /api/admin/waiting': { ...waiting, jobs: 0, mail: 0, factorResets },
    })
    expect(await screen.findByText('3')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Control Panel' })).toBeTruthy()
    const sections = screen.getByRole('navigation', { name: 'Sections' })
    expect(
      within(sections)
        .getAllByRole('link')
        .map((link) => link.textContent?.trim()),
    ).toEqual([
      'Overview',
      'Content Management 3 waiting',
      'Reports',
      'Comments',
      'Removal requests 4 waiting',
      'User Management 2 waiting',
      'Payments 101+ waiting',
      'Categories',
      'Tags',
      'Site Settings',
      'Storage Management',
      'Audit log',
      'Email',
      'Jobs',
      'Status',
    ])
    expect(within(sections).getByRole('link', { current: 'page' }).textContent?.trim()).toBe('Overview')
    expect(await screen.findByRole('heading', { name: 'Needs attention' })).toBeTruthy()
    await userEvent.click(within(sections).getByRole('link', { name: 'Jobs' }))
    expect(await screen.findByRole('group', { name: 'Jobs' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeTruthy()
    await expectAccessible()
  })

  it('opens at the section that the address names', async () => {
    renderAdmin(administrator, '/admin?tab=storage')
    expect(await screen.findByRole('link', { name: 'Storage Management', current: 'page' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Storage' })).toBeTruthy()
  })

  it('opens at the first section for a name that is none', async () => {
    renderAdmin(administrator, '/admin?tab=nonsense')
    expect(await screen.findByRole('link', { name: 'Overview', current: 'page' })).toBeTruthy()
  })
})

describe('a link to another section', () => {
  it('takes the focus there, and to its top', async () => {
    renderAdmin(administrator)
    const link = await screen.findByRole('link', { name: /^Failed jobs/ })
    vi.mocked(window.scrollTo).mockClear()
    await userEvent.click(link)
    const panel = await screen.findByRole('group', { name: 'Jobs' })
    await waitFor(() => expect(document.activeElement).toBe(panel))
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
  })

  it('takes it to the part that it names', async () => {
    const scrolled: string[] = []
    // jsdom lacks it.
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this.id)
    }
    onTestFinished(() => {
      Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
    })
    renderAdmin(administrator, '/admin?tab=storage', { 'GET /api/admin/settings': makeSettings() })
    const link = await screen.findByRole('link', { name: 'Change budget' })
    vi.mocked(window.scrollTo).mockClear()
    await userEvent.click(link)
    const part = await screen.findByRole('region', { name: 'Uploads and storage' })
    await waitFor(() => expect(document.activeElement).toBe(part))
    expect(scrolled).toEqual(['storage'])
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('keeps the focus where it stays, beside the sections', async () => {
    renderAdmin(administrator)
    await screen.findByRole('region', { name: 'Needs attention' })
    vi.mocked(window.scrollTo).mockClear()
    const sections = screen.getByRole('navigation', { name: 'Sections' })
    const link = within(sections).getByRole('link', { name: 'Jobs' })
    await userEvent.click(link)
    await screen.findByRole('heading', { name: 'No failed jobs' })
    expect(document.activeElement).toBe(link)
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
  })
})

describe('the drawer of sections', () => {
  it('opens from the name of the current one, and closes with a choice', async () => {
    renderAdmin(administrator)
    await userEvent.click(await screen.findByRole('button', { name: /^Sections: ?Overview/ }))
    const drawer = await screen.findByRole('dialog', { name: 'Sections' })
    await expectAccessible()
    await userEvent.click(within(drawer).getByRole('link', { name: 'Jobs' }))
    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: /^Sections: ?Jobs/ })).toBeTruthy()
  })
})

describe('the box that finds anything', () => {
  const find = (text: string) => `GET /api/admin/find?q=${encodeURIComponent(text)}`

  it('lists what a text names, each with its way there', async () => {
    const about = { title: 'Ferry', videoId: 41, isOpen: true }
    renderAdmin(administrator, '/admin', {
      [find('ferry')]: [
        { kind: 'video', id: 41, title: 'Ferry', hold: null },
        { kind: 'video', id: 42, title: 'Ferry 2', hold: 'removed' },
        { kind: 'user', id: 9, username: 'ferryman', email: 'f@example.org' },
        { kind: 'payment', id: 'p1', amountText: '$99.99', username: null },
        { kind: 'claim', id: 'c1', reference: 'R1', username: 'x', isOpen: true, paymentId: null },
        { kind: 'report', id: 3, ...about },
        { kind: 'removal-request', id: 4, ...about, isOpen: false },
        { kind: 'removal', id: 5, ...about, isOpen: false },
      ],
    })
    const box = await screen.findByRole('searchbox', { name: 'Find anything' })
    await userEvent.type(box, ' ferry{Enter}')
    const list = await screen.findByRole('list', { name: 'Found' })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/video/41',
      '/admin?tab=reports&video=42',
      '/admin?tab=users&user=9',
      '/admin?tab=payments&payment=p1',
      '/admin?tab=payments&view=claims',
      '/admin?tab=reports&report=3',
      '/admin?tab=removals&request=4',
      '/admin?tab=removals&removal=5',
    ])
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('list', { name: 'Found' })).toBeNull()
    expect(document.activeElement).toBe(box)
  })

  it('says when there is nothing, and when it failed', async () => {
    renderAdmin(administrator, '/admin', {
      [find('nowhere')]: [],
      [find('broken')]: problem(500, 'internal', 'Broken.'),
    })
    const box = await screen.findByRole('searchbox', { name: 'Find anything' })
    await userEvent.type(box, 'nowhere{Enter}')
    expect(await screen.findByText('No results for “nowhere”.')).toBeTruthy()
    await userEvent.clear(box)
    await userEvent.type(box, 'broken{Enter}')
    expect(await screen.findByText('Broken.')).toBeTruthy()
  })
})

describe('the password before a grave act', () => {
  const change = 'PUT /api/admin/users/9/role'
  const confirm = 'POST /api/auth/confirm'
  const asked = problem(403, 'password_required', 'Please enter your password again first.')

  /** Renders with a server that asks for the password until it was entered. */
  function renderGrave(answers: PageOptions['answers'] = {}) {
    let isConfirmed = false
    return renderAdmin(administrator, '/admin?tab=users', {
      'GET /api/admin/users?limit=50': [makeAdminUser(9, { username: 'other', isAdmin: true })],
      [change]: () => (isConfirmed ? { id: 9 } : asked),
      [confirm]: ({ body }: SentRequest) => {
        isConfirmed = (body as { password: string }).password === 'right'
        return isConfirmed
          ? new Response(null, { status: 204 })
          : problem(401, 'bad_credentials', "That isn't your password.")
      },
      ...answers,
    })
  }

  async function demoteOther() {
    await userEvent.click(await screen.findByRole('button', { name: 'Change role: other' }))
    const dialog = await screen.findByRole('dialog', { name: 'Role of other' })
    // A frame later, it hides the page behind it and any dialog opened by then.
    await waitFor(() => expect(screen.queryByRole('tablist')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull())
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Role' }), 'none')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
    const asks = await screen.findByRole('dialog', { name: 'Confirm your password' })
    // Text typed before the dialog has the focus goes elsewhere.
    await waitFor(() => expect(asks.contains(document.activeElement)).toBe(true))
    return within(asks)
  }

  it('is asked for where the server wants it, and the act is done after it', async () => {
    const { sent } = renderGrave()
    const dialog = await demoteOther()
    const password = dialog.getByLabelText<HTMLInputElement>('Password')
    await expectAccessible(screen.getByRole('dialog', { name: 'Confirm your password' }))

    const goOn = dialog.getByRole('button', { name: 'Continue' })
    await userEvent.type(password, 'wrong')
    await userEvent.click(goOn)
    expect(await dialog.findByText("That isn't your password.")).toBeTruthy()
    expect(password.getAttribute('aria-invalid')).toBe('true')
    expect(password.value).toBe('wrong')
    expect(document.activeElement).toBe(password)

    await userEvent.clear(password)
    await userEvent.type(password, 'right')
    await userEvent.click(goOn)
    expect(await screen.findByText('other no longer has a role.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
      '/api/admin/users/9/role',
      '/api/auth/confirm',
      '/api/auth/confirm',
      '/api/admin/users/9/role',
    ])
  })

  it('is asked for before the server is', async () => {
    const { sent } = renderGrave()
    const dialog = await demoteOther()
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(dialog.getByText('Please enter your password.')).toBeTruthy()
    expect(sent.some(({ path }) => path === '/api/auth/confirm')).toBe(false)
  })

  it('may be withheld: nothing is done, and it is said why', async () => {
    renderGrave()
    const dialog = await demoteOther()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/Please enter your password again first\./)).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Role of other' })).toBeTruthy()
  })

  it('says when it was tried too often', async () => {
    renderGrave({ [confirm]: problem(429, 'rate_limited', 'Too many tries. Wait a minute.') })
    const dialog = await demoteOther()
    await userEvent.type(dialog.getByLabelText('Password'), 'guess')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByText('Too many tries. Wait a minute.')).toBeTruthy()
    expect(dialog.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull()
  })
})
