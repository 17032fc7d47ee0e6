import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PasswordPrompt } from '#web/entities/viewer/password-prompt.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { LeaveAccount } from '#web/features/account/leave/leave-account.tsx'
import { useLeave } from '#web/features/account/leave/use-leave'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const leaving = 'DELETE /api/account'
const archive = 'GET /api/account/export'
const confirming = 'POST /api/auth/confirm'

const removeTraces = vi.fn(async (_account: number) => undefined)
beforeEach(() => {
  removeTraces.mockClear()
})

function Section() {
  const { user } = useViewer()
  const leave = useLeave(removeTraces)
  return (
    <>
      {user ? <LeaveAccount user={user} leave={leave} /> : <p>Nobody is signed in.</p>}
      <PasswordPrompt />
    </>
  )
}

function renderSection(
  answers: NonNullable<PageOptions['answers']>,
  over: Parameters<typeof makeUser>[0] = {},
) {
  return renderPage('/account', '/account', <Section />, { viewer: makeUser(over), answers })
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Delete Account' }))
  return within(await screen.findByRole('dialog', { name: 'Delete Account' }))
}

describe('deleting the account', () => {
  it('says what will be lost, asks for the password, and forgets what this browser has', async () => {
    const { sent } = renderSection({ [leaving]: { deleteAt: '2026-11-28T14:00:00.000Z' } })
    const dialog = await openDialog()
    await expectAccessible(screen.getByRole('dialog'))
    expect(dialog.getByText(/You have 7 days to change your mind/)).toBeTruthy()
    expect(dialog.queryByText(/Your premium/)).toBeNull()
    await userEvent.type(dialog.getByLabelText('Password'), 'nocturne-demo')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Account' }))
    expect(await screen.findByText('Your account will be deleted on November 28, 2026')).toBeTruthy()
    expect(screen.getByText('Sign in before that day to keep it.')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({ password: 'nocturne-demo' })
    expect(removeTraces).toHaveBeenCalledWith(7)
  })

  it('says so at the field when the password is wrong, and can be left', async () => {
    renderSection({ [leaving]: problem(401, 'bad_credentials', "That isn't your password.") })
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Account' }))
    expect(dialog.getByText('Please enter your password.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Password'), 'something')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Account' }))
    expect(await dialog.findByText("That isn't your password.")).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('Password'))
    await userEvent.click(dialog.getByRole('button', { name: 'Keep account' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Account' })),
    )
    expect(removeTraces).not.toHaveBeenCalled()
  })

  it('tells the last administrator, and a member what of the term is lost', async () => {
    const until = '2099-01-02T00:00:00.000Z'
    const last = problem(409, 'conflict', 'You are the last administrator.')
    renderSection({ [leaving]: last }, { isPremium: true, premiumUntil: until, isAdmin: true })
    const dialog = await openDialog()
    expect(dialog.getByText(/Your premium, which runs until January 2, 2099, will end too/)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Password'), 'nocturne-demo')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Account' }))
    expect(await dialog.findByText('You are the last administrator.')).toBeTruthy()
  })
})

describe('downloading one’s data', () => {
  /** Records the URLs that the browser was sent to. */
  function watchClicks(): string[] {
    const opened: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(new URL(this.href).pathname)
    })
    return opened
  }

  it('is the browser’s, once the server would begin', async () => {
    const opened = watchClicks()
    const { sent } = renderSection({ [archive]: new Response('P', { status: 206 }) })
    await userEvent.click(screen.getByRole('button', { name: 'Download Your Data' }))
    await waitFor(() => expect(opened).toEqual(['/api/account/export']))
    expect(sent.filter(({ path }) => path === '/api/account/export').length).toBe(1)
  })

  it('asks for the password where it was typed too long ago', async () => {
    const opened = watchClicks()
    const answers: NonNullable<PageOptions['answers']> = {
      [archive]: problem(403, 'password_required', 'Please enter your password again first.'),
      [confirming]: new Response(null, { status: 204 }),
    }
    renderSection(answers)
    await userEvent.click(screen.getByRole('button', { name: 'Download Your Data' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }))
    expect(opened).toEqual([])
    answers[archive] = new Response('P', { status: 206 })
    await userEvent.type(dialog.getByLabelText('Password'), 'nocturne-demo')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(opened).toEqual(['/api/account/export']))
  })

  it('says why it can’t be had', async () => {
    const opened = watchClicks()
    renderSection({ [archive]: problem(429, 'rate_limited', 'Too many data export requests.') })
    await userEvent.click(screen.getByRole('button', { name: 'Download Your Data' }))
    expect(await screen.findByText('Too many data export requests.')).toBeTruthy()
    expect(opened).toEqual([])
  })
})
