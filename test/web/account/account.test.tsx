import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AccountPage } from '#web/app/pages/account/account.tsx'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

function renderAccount(options: PageOptions = {}) {
  return renderPage('/account', '/account', <AccountPage />, { viewer: makeUser(), ...options })
}

/** Returns the profile's facts by name. */
function facts(): Record<string, string | null> {
  const terms = screen.getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? null]),
  )
}

describe('account', () => {
  it('sends a visitor to sign in, and says why', async () => {
    renderAccount({ viewer: null })
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Faccount')
    expect(screen.getByText('Authentication required')).toBeTruthy()
    expect(screen.getByText('Please sign in to access your account.')).toBeTruthy()
  })

  it('shows a warning until it is acknowledged', async () => {
    let warnings = [{ id: 4, at: '2026-11-20T12:00:00.000Z', text: 'Titles must say what is shown.' }]
    renderAccount({
      answers: {
        'GET /api/account/warnings': () => warnings,
        'POST /api/account/warnings/4/acknowledge': () => {
          warnings = []
          return new Response(null, { status: 204 })
        },
      },
    })
    expect(await screen.findByText('Titles must say what is shown.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: "I've read this" }))
    await waitFor(() => expect(screen.queryByText('Titles must say what is shown.')).toBeNull())
  })

  it('empties the text of the profile', async () => {
    const profile = { about: 'Films of light', avatarUrl: null }
    const { sent } = renderAccount({
      answers: { 'GET /api/account/profile': profile, 'PUT /api/account/profile': { ...profile, about: '' } },
    })
    await userEvent.clear(await screen.findByLabelText('About'))
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
    expect(await screen.findByText('Profile saved')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ about: '' })
  })

  it('shows who one is', async () => {
    renderAccount()
    expect(screen.getByRole('tab', { name: 'Profile' }).getAttribute('aria-selected')).toBe('true')
    expect(facts()).toEqual({
      Username: 'viewer',
      Email: 'viewer@example.org',
      'Account status': 'Free',
      'Member since': 'January 2, 2026',
      Following: 'People you follow and their videos',
    })
    await expectAccessible()
  })

  it('says until when a membership runs', () => {
    renderAccount({ viewer: makeUser({ isPremium: true, premiumUntil: '2027-05-06T12:00:00.000Z' }) })
    expect(facts()['Account status']).toBe('PremiumActive until May 6, 2027')
  })

  it('names the role of an administrator', () => {
    renderAccount({ viewer: makeUser({ isAdmin: true, staff: 'administrator' }) })
    expect(facts()['Account status']).toBe('Administrator')
  })

  it('logs out and goes home, without calling its visitor a stranger', async () => {
    const { queryClient } = renderAccount({
      answers: { 'POST /api/auth/logout': new Response(null, { status: 204 }) },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/')
    expect(screen.getByText('Logged out')).toBeTruthy()
    expect(screen.getByText('You have been successfully logged out.')).toBeTruthy()
    expect(screen.queryByText('Authentication required')).toBeNull()
    expect(queryClient.getQueryData(viewerQuery.queryKey)).toBeNull()
  })

  it('says that it is logging out', async () => {
    renderAccount({ answers: { 'POST /api/auth/logout': () => new Promise(() => {}) } })
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
    const button = await screen.findByRole('button', { name: 'Logging out...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('stays signed in when logging out fails', async () => {
    const { queryClient } = renderAccount({
      answers: { 'POST /api/auth/logout': problem(500, 'internal', 'Something went wrong.') },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
    expect(await screen.findByText('Logout failed')).toBeTruthy()
    expect(screen.getByText('Please try again.')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy())
    expect(queryClient.getQueryData(viewerQuery.queryKey)).not.toBeNull()
    // Meanwhile the session ended elsewhere.
    act(() => {
      queryClient.setQueryData(viewerQuery.queryKey, null)
    })
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Faccount')
  })
})
