import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SecondFactorNeeded } from '#contract/schemas/accounts/account'
import { SignInPage } from '#web/app/pages/account/sign-in.tsx'
import { signWithPasskey } from '#web/entities/viewer/passkey'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

// Replaces the browser's own dialog.
vi.mock('#web/entities/viewer/passkey', () => ({ signWithPasskey: vi.fn(), makePasskey: vi.fn() }))

const request = {
  challenge: 'ticket',
  rpId: 'localhost',
  timeout: 1000,
  userVerification: 'required' as const,
  allowCredentials: [{ id: 'key', type: 'public-key' as const, transports: [] }],
}
const credential = { id: 'key', response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' } }
const second = 'POST /api/auth/second-factor'

function needed(over: Partial<SecondFactorNeeded> = {}): SecondFactorNeeded {
  return { secondFactor: ['totp', 'recovery'], ticket: 'ticket', passkey: null, ...over }
}

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.mocked(signWithPasskey).mockReset().mockResolvedValue(credential)
})
afterEach(() => vi.unstubAllGlobals())

function renderSignIn(answers: PageOptions['answers']) {
  return renderPage('/signin', '/signin', <SignInPage />, { answers: answers ?? {} })
}

async function toSecondStep(answers: PageOptions['answers'], over: Partial<SecondFactorNeeded> = {}) {
  const view = renderSignIn({ 'POST /api/auth/login': needed(over), ...answers })
  await userEvent.type(screen.getByLabelText('Username'), 'viewer')
  await userEvent.type(screen.getByLabelText('Password'), 'nocturne-demo')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByLabelText('Code')
  return view
}

const typeCode = async (code: string, label = 'Code') => {
  await userEvent.type(screen.getByLabelText(label), `${code}{Enter}`)
}

describe('the second step', () => {
  it('has the focus at the code, says what it is to telephones, and is accessible', async () => {
    await toSecondStep({})
    const field = screen.getByLabelText('Code')
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(field.getAttribute('inputmode')).toBe('numeric')
    expect(screen.queryByText('Sign in successful!')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull()
    await expectAccessible()
  })

  it('sends the ticket and the code, and welcomes', async () => {
    const { sent } = await toSecondStep({ [second]: makeUser() })
    await typeCode('123 456')
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/')
    expect(screen.getByText('Sign in successful!')).toBeTruthy()
    expect(sent[1]?.body).toEqual({ ticket: 'ticket', code: '123 456' })
  })

  it('says at the field that a code is missing or wrong, and takes another one', async () => {
    const { sent } = await toSecondStep({ [second]: problem(401, 'bad_credentials', 'Not right.') })
    await typeCode('12')
    expect(screen.getByText('Please enter the six digits from your app.')).toBeTruthy()
    expect(sent).toHaveLength(1)
    await typeCode('3456')
    expect(await screen.findByText('Not right.')).toBeTruthy()
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible()
  })

  it('says nothing wrong of a recovery code that nobody has typed yet', async () => {
    await toSecondStep({ [second]: problem(401, 'bad_credentials', 'Not right.') })
    await typeCode('123456')
    await screen.findByText('Not right.')
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(screen.getByLabelText('Recovery code').getAttribute('aria-invalid')).toBeNull()
    expect(screen.queryByText('Not right.')).toBeNull()
  })

  it('takes a recovery code, where there is one left', async () => {
    const { sent } = await toSecondStep({ [second]: makeUser() })
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
    await typeCode('7K3M-0QXD-W9TB', 'Recovery code')
    await screen.findByTestId('elsewhere')
    expect(sent[1]?.body).toEqual({ ticket: 'ticket', code: '7K3M-0QXD-W9TB' })
  })

  it('offers only what the account has', async () => {
    await toSecondStep({}, { secondFactor: ['totp'] })
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })

  it('takes a passkey', async () => {
    const { sent } = await toSecondStep({ [second]: makeUser() }, { passkey: request })
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await screen.findByTestId('elsewhere')
    expect(signWithPasskey).toHaveBeenCalledWith(request)
    expect(sent[1]?.body).toEqual({ ticket: 'ticket', passkey: credential })
  })

  it('has been refunded to the password when the ticket is over, and when one wants to', async () => {
    await toSecondStep({ [second]: problem(410, 'gone', 'This took too long.') })
    await typeCode('123456')
    expect(await screen.findByText('This took too long.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('viewer')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByLabelText('Code')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  })
})

describe('signing in with a passkey', () => {
  const start = 'POST /api/auth/passkey/challenge'
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))

  it('needs one press', async () => {
    const { sent } = renderSignIn({ [start]: request, 'POST /api/auth/passkey': makeUser() })
    await press()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/')
    expect(screen.getByText('Welcome back to Nocturne')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([null, { challenge: 'ticket', credential }, null])
  })

  it('says so when the browser was told to stop, and sends nothing', async () => {
    const stopped = Object.assign(new Error('No.'), { name: 'NotAllowedError' })
    vi.mocked(signWithPasskey).mockRejectedValue(stopped)
    const { sent } = renderSignIn({ [start]: request })
    await press()
    expect(await screen.findByText(/cancelled or timed out/)).toBeTruthy()
    expect(sent).toHaveLength(1)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeTruthy())
  })

  it('repeats what the server says of one that it doesn’t know', async () => {
    renderSignIn({ [start]: request, 'POST /api/auth/passkey': problem(401, 'bad_credentials', 'Unknown.') })
    await press()
    expect(await screen.findByText('Unknown.')).toBeTruthy()
  })

  it('isn’t offered where the browser has none, which is said', async () => {
    vi.unstubAllGlobals()
    await toSecondStep({}, { passkey: request })
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
    expect(screen.getByText("This browser doesn't support passkeys.")).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
    expect(screen.getByText("This browser doesn't support passkeys.")).toBeTruthy()
  })
})
