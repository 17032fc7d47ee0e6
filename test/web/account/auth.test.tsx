import { pbkdf2Sync } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { puzzleDigest } from '#contract/values/shared/proof-of-work'
import { SignInPage } from '#web/app/pages/account/sign-in.tsx'
import { SignUpPage } from '#web/app/pages/account/sign-up.tsx'
import { videoQuery } from '#web/entities/video/video-queries'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { safeReturnPath } from '#web/lib/navigation/return-path'
import { key } from '#web/lib/query/keys'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { useRealClock } from '../support/shared-dom'
import { makeUser, makeVideo } from '../support/site'

afterEach(useRealClock)

function renderSignIn(answers: PageOptions['answers'] = {}, path = '/signin') {
  return renderPage(path, '/signin', <SignInPage />, { answers })
}

async function fillSignIn(username: string, password: string) {
  if (username) await userEvent.type(screen.getByLabelText('Username'), username)
  if (password) await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

/** Returns the error message of a field. */
function faultOf(label: string): string | undefined {
  const field = screen.getByLabelText(label)
  const id = field.getAttribute('aria-describedby')?.split(' ')[0]
  return field.getAttribute('aria-invalid') && id ? document.getElementById(id)?.textContent : undefined
}

describe('sign in', () => {
  it('is accessible, and tells password managers what is what', async () => {
    renderSignIn()
    expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
    expect(screen.getByRole('link', { name: /Terms of Service/ }).getAttribute('href')).toBe('/terms')
    expect(screen.getByRole('link', { name: /Privacy Policy/ }).getAttribute('href')).toBe('/privacy')
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup')
    const forgotten = screen.getByRole('link', { name: 'Forgot password?' })
    expect(forgotten.getAttribute('href')).toBe('/forgot-password')
    await expectAccessible()
  })

  it('says at the fields what is missing, and asks the server nothing', async () => {
    const { sent } = renderSignIn()
    await fillSignIn('ab', '12345')
    expect(faultOf('Username')).toBe('Username must be at least 3 characters.')
    expect(faultOf('Password')).toBe('Password must be at least 6 characters.')
    expect(document.activeElement).toBe(screen.getByLabelText('Username'))
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText('Username'), 'c')
    expect(faultOf('Username')).toBeUndefined()
    await expectAccessible()
  })

  it('signs in, welcomes, and goes home', async () => {
    const { sent, queryClient } = renderSignIn({ 'POST /api/auth/login': makeUser() })
    await fillSignIn('viewer', 'nocturne-demo')
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/')
    expect(screen.getByText('Sign in successful!')).toBeTruthy()
    expect(screen.getByText('Welcome back to Nocturne')).toBeTruthy()
    expect(sent[0]?.body).toEqual({ username: 'viewer', password: 'nocturne-demo' })
    expect(queryClient.getQueryData(viewerQuery.queryKey)?.username).toBe('viewer')
  })

  it("welcomes without the site's name in a discreet browser", async () => {
    renderSignIn({ 'POST /api/auth/login': makeUser() })
    document.documentElement.classList.add('discreet')
    await fillSignIn('viewer', 'nocturne-demo')
    expect(await screen.findByText('Welcome back')).toBeTruthy()
    document.documentElement.classList.remove('discreet')
  })

  it('forgets what was answered to somebody else', async () => {
    const { queryClient } = renderSignIn({ 'POST /api/auth/login': makeUser() })
    queryClient.setQueryData(videoQuery(1).queryKey, makeVideo(1))
    await fillSignIn('viewer', 'nocturne-demo')
    await screen.findByTestId('elsewhere')
    expect(queryClient.getQueryData(videoQuery(1).queryKey)).toBeUndefined()
    expect(queryClient.getQueryData(key('site', 'settings'))).toBeTruthy()
  })

  it('goes back to where the visitor came from', async () => {
    renderSignIn({ 'POST /api/auth/login': makeUser() }, '/signin?from=%2Fvideo%2F3%3Ft%3D5')
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe(
      '/signup?from=%2Fvideo%2F3%3Ft%3D5',
    )
    await fillSignIn('viewer', 'nocturne-demo')
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/video/3?t=5')
  })

  it('says so when the browser keeps no cookie', async () => {
    const { queryClient } = renderSignIn({
      'POST /api/auth/login': makeUser(),
      'GET /api/auth/me': problem(401, 'unauthenticated', 'Please sign in first.'),
    })
    await fillSignIn('viewer', 'nocturne-demo')
    expect(
      await screen.findByText(
        "Your browser didn't keep the sign-in cookie. Allow cookies for this site and try again.",
      ),
    ).toBeTruthy()
    expect(queryClient.getQueryData(key('viewer'))).toBeFalsy()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('viewer')
  })

  it('solves the puzzle that it is asked, says so, and sends the same with the proof until there is a place', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const puzzle = { salt: 'a-salt', tries: 40, expiresAt: 1, signature: 'signed' }
    const { rounds, bytes } = puzzleDigest
    const target = pbkdf2Sync('a-salt', '37', rounds, bytes, 'sha256').toString('hex')
    const answers = [
      Response.json({ code: 'proof_needed', puzzle: { ...puzzle, target } }, { status: 428 }),
      Response.json({ code: 'unavailable' }, { status: 503 }),
      makeUser(),
    ]
    const { sent } = renderSignIn({ 'POST /api/auth/login': () => answers.shift() })
    await fillSignIn('viewer', 'nocturne-demo')
    expect(await screen.findByText(/^Your browser is solving a small puzzle/)).toBeTruthy()
    await waitFor(() => expect(sent).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(2000)
    await screen.findByTestId('elsewhere')
    const values = { username: 'viewer', password: 'nocturne-demo' }
    const paid = { ...values, proof: { ...puzzle, answer: 37 } }
    expect(sent.map(({ body }) => body).slice(0, 3)).toEqual([values, paid, paid])
  })

  it('keeps what was typed when it is refused', async () => {
    renderSignIn({
      'POST /api/auth/login': problem(
        401,
        'bad_credentials',
        'Invalid username or password. Please try again.',
      ),
    })
    await fillSignIn('viewer', 'wrong-password')
    expect(await screen.findByText('Sign in failed')).toBeTruthy()
    expect(screen.getByText('Invalid username or password. Please try again.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('viewer')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong-password')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(false)
  })

  it.each([
    ['rate_limited', 'Too many sign-in attempts. Try again in 5 minutes.'],
    ['banned', 'This account is suspended: spam'],
  ])('repeats what the server says of %s', async (code, detail) => {
    renderSignIn({ 'POST /api/auth/login': problem(403, code, detail) })
    await fillSignIn('viewer', 'nocturne-demo')
    expect(await screen.findByText(detail)).toBeTruthy()
  })

  it('can be sent only once at a time', async () => {
    const { sent } = renderSignIn({ 'POST /api/auth/login': () => new Promise(() => {}) })
    await fillSignIn('viewer', 'nocturne-demo')
    const button = await screen.findByRole('button', { name: 'Signing In...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}')
    expect(sent).toHaveLength(1)
  })

  it('shows the password on request, and warns of Caps Lock', async () => {
    renderSignIn()
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.type).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field.type).toBe('password')
    await userEvent.type(field, '{CapsLock}')
    expect(screen.getByText('Caps Lock is on.')).toBeTruthy()
  })

  it('is no place for somebody who is signed in', async () => {
    renderPage('/signin?from=/account', '/signin', <SignInPage />, { viewer: makeUser() })
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/account')
  })
})

const good = { username: 'nightowl', email: 'owl@example.org', password: 'hoot-hoot', confirm: 'hoot-hoot' }

async function fillSignUp(values = good, boxes = true) {
  await userEvent.type(screen.getByLabelText('Username'), values.username)
  await userEvent.type(screen.getByLabelText('Email'), values.email)
  await userEvent.type(screen.getByLabelText('Password'), values.password)
  await userEvent.type(screen.getByLabelText('Confirm Password'), values.confirm)
  if (boxes) for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
}

const ageBox = 'I confirm that I am 18 years of age or older'
const termsBox = /I agree to the Terms of Service.* and Privacy Policy/

describe('sign up', () => {
  it('is accessible and has its texts', async () => {
    renderPage('/signup', '/signup', <SignUpPage />)
    expect(screen.getByRole('heading', { level: 1, name: 'Create an Account' })).toBeTruthy()
    expect(screen.getByText('Sign up to access exclusive content')).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: ageBox })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: termsBox })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/signin')
    await expectAccessible()
  })

  it('says at each field what is wrong with it', async () => {
    const { sent } = renderPage('/signup', '/signup', <SignUpPage />)
    await fillSignUp({ username: 'ab', email: 'nobody', password: '12345', confirm: '123456' }, false)
    expect(faultOf('Username')).toBe('Username must be at least 3 characters.')
    expect(faultOf('Email')).toBe('Please enter a valid email address.')
    expect(faultOf('Password')).toBe('Password must be at least 6 characters.')
    expect(faultOf('Confirm Password')).toBe('Passwords do not match')
    expect(screen.getByText('You must confirm that you are 18 or older.')).toBeTruthy()
    expect(screen.getByText('You must agree to the terms and conditions.')).toBeTruthy()
    expect(sent).toEqual([])
    await expectAccessible()
  })

  it('opens the account without sending what only the form needs', async () => {
    const { sent } = renderPage('/signup', '/signup', <SignUpPage />, {
      answers: { 'POST /api/auth/signup': makeUser({ username: good.username }) },
    })
    await fillSignUp()
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/')
    expect(screen.getByText('Account created!')).toBeTruthy()
    expect(screen.getByText('You have successfully signed up.')).toBeTruthy()
    const { username, email, password } = good
    expect(sent[0]?.body).toEqual({ username, email, password })
  })

  it.each([
    ['username_taken', 'username', 'Username', 'That username is taken or too similar to an existing one.'],
    ['email_taken', 'email', 'Email', "There's already an account with this email."],
  ])('shows %s at its field until that is changed', async (code, path, label, message) => {
    renderPage('/signup', '/signup', <SignUpPage />, {
      answers: { 'POST /api/auth/signup': problem(409, code, message, [{ path, message }]) },
    })
    await fillSignUp()
    await waitFor(() => expect(faultOf(label)).toBe(message))
    expect(screen.getByText('Sign up failed')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(label))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(good.password)
    await userEvent.type(screen.getByLabelText(label), 'x')
    expect(faultOf(label)).toBeUndefined()
  })

  it('says that something went wrong when nobody knows what', async () => {
    renderPage('/signup', '/signup', <SignUpPage />, {
      answers: { 'POST /api/auth/signup': new Response('<html>', { status: 502 }) },
    })
    await fillSignUp()
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
  })
})

describe('return path', () => {
  it.each(['/video/3', '/search?q=a', '/categories/slow-light#top'])('goes to %s', (path) =>
    expect(safeReturnPath(path)).toBe(path),
  )

  it.each([
    null,
    '',
    'video/3',
    'https://evil.example/',
    '//evil.example/',
    '/.//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    'javascript:alert(1)',
    '/signin',
    '/signup?from=/',
  ])('goes home instead of %j', (path) => expect(safeReturnPath(path)).toBe('/'))
})
