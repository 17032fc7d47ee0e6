import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Session } from '#contract/schemas/accounts/account'
import type { User } from '#contract/schemas/accounts/auth'
import { AccountPage } from '#web/app/pages/account/account.tsx'
import { useViewer, viewerQuery } from '#web/entities/viewer/viewer-query'
import { AccountSecurity } from '#web/features/account/credentials/account-security.tsx'
import { VerifyBanner } from '#web/features/account/credentials/verify-banner.tsx'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const list = 'GET /api/account/sessions'
const done = () => new Response(null, { status: 204 })

function makeSession(id: string, over: Partial<Session> = {}): Session {
  return {
    id,
    device: 'Firefox on Linux',
    country: 'DE',
    createdAt: '2026-11-01T12:00:00.000Z',
    seenAt: '2026-11-20T12:00:00.000Z',
    isCurrent: false,
    ...over,
  }
}

const here = makeSession('here', { device: 'Chrome on Windows', country: null, isCurrent: true })
const elsewhere = makeSession('elsewhere')

function renderSecurity(answers: PageOptions['answers'] = {}, viewer: User = makeUser()) {
  const onSignOutEverywhere = vi.fn()
  const section = <Section onSignOutEverywhere={onSignOutEverywhere} />
  const page = renderPage('/account', '/account', section, {
    viewer,
    answers: { [list]: [here, elsewhere], ...answers },
  })
  return { ...page, onSignOutEverywhere }
}

function Section({ onSignOutEverywhere }: { onSignOutEverywhere: (removePasskeys: boolean) => void }) {
  const { user } = useViewer()
  if (!user) return null
  return (
    <AccountSecurity
      user={user}
      passkeys={2}
      onSignOutEverywhere={onSignOutEverywhere}
      isSigningOut={false}
    />
  )
}

async function open(name: string) {
  await userEvent.click(screen.getByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name }))
}

describe('changing the password', () => {
  const call = 'POST /api/account/password'

  async function change(current: string, next: string, again = next) {
    const dialog = await open('Change Password')
    if (current) await userEvent.type(dialog.getByLabelText('Current password'), current)
    if (next) await userEvent.type(dialog.getByLabelText('New password'), next)
    if (again) await userEvent.type(dialog.getByLabelText('Confirm Password'), again)
    await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }))
    return dialog
  }

  it('asks for the old one, and says that other devices are signed out', async () => {
    const { sent } = renderSecurity({ [call]: done() })
    const dialog = await open('Change Password')
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await change('nocturne-demo', 'correct horse')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Password changed')).toBeTruthy()
    expect(screen.getByText("You've been signed out on all other devices.")).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      currentPassword: 'nocturne-demo',
      newPassword: 'correct horse',
    })
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Password' })),
    )
    // The list of sessions has changed, so it is loaded again.
    expect(sent.filter(({ path }) => path.startsWith('/api/account/sessions')).length).toBe(2)
  })

  it('says at each field what is wrong with it', async () => {
    const { sent } = renderSecurity()
    const dialog = await change('', '12345', '54321')
    expect(dialog.getByText('Please enter your password.')).toBeTruthy()
    expect(dialog.getByText('Password must be at least 6 characters.')).toBeTruthy()
    expect(dialog.getByText('Passwords do not match')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
    await expectAccessible(screen.getByRole('dialog'))
  })

  it('to the same one changes nothing', async () => {
    renderSecurity()
    const dialog = await change('nocturne-demo', 'nocturne-demo')
    expect(dialog.getByText("That's your current password. Choose a different one.")).toBeTruthy()
  })

  it('keeps what was typed where the old one is wrong, and says so at its field', async () => {
    renderSecurity({ [call]: problem(401, 'bad_credentials', "That isn't your password.") })
    const dialog = await change('wrong', 'correct horse')
    const field = dialog.getByLabelText('Current password')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(field)
    expect(dialog.getAllByText("That isn't your password.")).toHaveLength(1)
    expect(dialog.getByLabelText<HTMLInputElement>('New password').value).toBe('correct horse')
  })

  it('says what else the server says', async () => {
    renderSecurity({ [call]: problem(429, 'rate_limited', 'Too many attempts.') })
    const dialog = await change('nocturne-demo', 'correct horse')
    expect(await dialog.findByText('Too many attempts.')).toBeTruthy()
    expect(dialog.getByLabelText('Current password').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('changing the address', () => {
  const call = 'POST /api/account/email'

  async function change(email: string, password = 'nocturne-demo') {
    const dialog = await open('Change email')
    if (email) await userEvent.type(dialog.getByLabelText('New email'), email)
    if (password) await userEvent.type(dialog.getByLabelText('Password'), password)
    await userEvent.click(dialog.getByRole('button', { name: 'Send links' }))
    return dialog
  }

  it('says that both addresses have mail, and that nothing has changed yet', async () => {
    const { sent } = renderSecurity({ [call]: Response.json({}, { status: 202 }) })
    await change(' new@example.org ')
    const dialog = await screen.findByRole('dialog', { name: 'Check both inboxes' })
    expect(dialog.textContent).toContain('viewer@example.org')
    expect(dialog.textContent).toContain('new@example.org')
    await expectAccessible(dialog)
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'new@example.org',
      password: 'nocturne-demo',
    })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['nobody', 'Please enter a valid email address.'],
    ['VIEWER@example.org', "That's already your email address."],
  ])('to %s is refused at once', async (email, sentence) => {
    const { sent } = renderSecurity()
    const dialog = await change(email)
    expect(dialog.getByText(sentence)).toBeTruthy()
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('needs the password', async () => {
    renderSecurity({ [call]: problem(401, 'bad_credentials', "That isn't your password.") })
    const dialog = await change('new@example.org', 'wrong')
    await waitFor(() => expect(dialog.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'))
  })
})

describe('an address that is not confirmed', () => {
  const send = 'POST /api/account/verification'
  const viewer = makeUser({ emailVerified: false })

  it('is called so in the settings', () => {
    renderSecurity({}, viewer)
    expect(screen.getByText('Not confirmed')).toBeTruthy()
  })

  function renderBanner(answers: NonNullable<PageOptions['answers']>, who: User | null) {
    return renderPage('/account', '/account', <VerifyBanner />, { viewer: who, answers })
  }

  it('is reminded of quietly, with another mail on request', async () => {
    renderBanner({ [send]: done(), 'GET /api/auth/me': viewer }, viewer)
    expect(screen.getByText(/Open the link we sent to viewer@example.org/)).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText(/We've sent a new link to viewer@example.org/)).toBeTruthy()
  })

  it('is no longer reminded of once it was confirmed elsewhere', async () => {
    renderBanner({ [send]: done(), 'GET /api/auth/me': makeUser() }, viewer)
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(screen.queryByText(/confirm your email address/)).toBeNull())
  })

  it('says why no mail was sent', async () => {
    renderBanner(
      { [send]: problem(429, 'rate_limited', 'You asked often enough.'), 'GET /api/auth/me': viewer },
      viewer,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('You asked often enough.')).toBeTruthy()
  })

  it.each([null, makeUser()])('is not spoken of to anybody else', (who) => {
    renderBanner({}, who)
    expect(screen.queryByRole('region', { name: 'Confirm your email address' })).toBeNull()
  })
})

describe('sessions', () => {
  it('are listed with what is known of them, this one without a way to end it', async () => {
    renderSecurity()
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('Chrome on Windows')
    expect(first?.textContent).toContain('This device')
    expect(first?.textContent).toContain('Active now')
    expect(second?.textContent).toContain('Firefox on Linux')
    expect(second?.textContent).toContain('Germany')
    expect(screen.getAllByRole('button', { name: /^Sign out:/ })).toHaveLength(1)
    await expectAccessible()
  })

  it('end one by one', async () => {
    let sessions = [here, elsewhere]
    const { sent } = renderSecurity({
      [list]: () => sessions,
      'DELETE /api/account/sessions/elsewhere': () => {
        sessions = [here]
        return done()
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out: Firefox on Linux' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByText('Firefox on Linux has been signed out.')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(true)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Where you are signed in'))
  })

  it('end all but this one', async () => {
    let sessions = [here, elsewhere]
    const { sent } = renderSecurity({
      [list]: () => sessions,
      'DELETE /api/account/sessions': () => {
        sessions = [here]
        return done()
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out other devices' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(true)
    // Nothing is left for it to do.
    expect(screen.queryByRole('button', { name: 'Sign out other devices' })).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Where you are signed in'))
  })

  it('that ended elsewhere leave the list without a word', async () => {
    let sessions = [here, elsewhere]
    renderSecurity({
      [list]: () => sessions,
      'DELETE /api/account/sessions/elsewhere': () => {
        sessions = [here]
        return problem(404, 'not_found', 'This session was not found.')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out: Firefox on Linux' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.queryByText("Couldn't sign out")).toBeNull()
  })

  it('stay where ending one failed', async () => {
    renderSecurity({
      'DELETE /api/account/sessions/elsewhere': problem(500, 'internal', 'Something went wrong.'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out: Firefox on Linux' }))
    expect(await screen.findByText("Couldn't sign out")).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it('end everywhere only after a second word', async () => {
    const { onSignOutEverywhere } = renderSecurity()
    await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }))
    await expectAccessible(screen.getByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(onSignOutEverywhere).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    const again = within(await screen.findByRole('alertdialog'))
    const passkeys = again.getByRole<HTMLInputElement>('checkbox', { name: 'Also remove your 2 passkeys' })
    expect(passkeys.checked).toBe(false)
    await userEvent.click(passkeys)
    await userEvent.click(again.getByRole('button', { name: 'Sign out everywhere' }))
    expect(onSignOutEverywhere.mock.calls).toEqual([[true]])
  })

  it('that end everywhere end here, and nobody is called a stranger for it', async () => {
    const { queryClient } = renderPage('/account?tab=settings', '/account', <AccountPage />, {
      viewer: makeUser(),
      answers: { [list]: [here], 'POST /api/auth/logout-everywhere': done() },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/')
    expect(screen.getByText("You've been signed out on all devices.")).toBeTruthy()
    expect(screen.queryByText('Authentication required')).toBeNull()
    expect(queryClient.getQueryData(viewerQuery.queryKey)).toBeNull()
  })

  it('that can not be loaded can be asked for again', async () => {
    let broken = true
    renderSecurity({
      [list]: () => (broken ? problem(500, 'internal', 'Broken.') : [here]),
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    broken = false
    await userEvent.click(retry)
    expect(await screen.findByText('Chrome on Windows')).toBeTruthy()
  })
})
