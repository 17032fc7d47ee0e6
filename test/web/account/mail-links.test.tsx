import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { MailPage as MailPageName } from '#contract/values/site/legal'
import { MailPage } from '#web/app/pages/account/mail.tsx'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { key } from '#web/lib/query/keys'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const linkDead = 'This link was used already or has expired. Request a new one.'
/** Presses again before any timer runs, as happens on a busy device. */
const inNoTime = userEvent.setup({ delay: null })
const done = () => new Response(null, { status: 204 })

/** Opens a page at the URL of an emailed link, with that URL rendered beside it. */
function openLink(page: MailPageName, rest = '#secret', options: PageOptions = {}) {
  const content = (
    <>
      <MailPage page={page} />
      <Address />
    </>
  )
  return renderPage(`/${page}${rest}`, `/${page}`, content, options)
}

function Address() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p data-testid="address">{pathname + search + hash}</p>
      <button type="button" onClick={() => navigate(`${pathname}#another`)}>
        Another link
      </button>
      <button type="button" id="part" onClick={() => navigate(`${pathname}#part`)}>
        Part of the page
      </button>
    </>
  )
}

function heading(): string | null {
  return screen.getByRole('heading', { level: 1 }).textContent
}

interface Link {
  page: MailPageName
  button: string
  call: string
  answer: () => Response
  done: string
}

const byToken: Link[] = [
  {
    page: 'verify-email',
    button: 'Confirm email',
    call: 'POST /api/auth/verify-email',
    answer: done,
    done: 'Email address confirmed',
  },
  {
    page: 'confirm-email',
    button: 'Confirm change',
    call: 'POST /api/auth/confirm-email',
    answer: () => Response.json({ changed: true }),
    done: 'Email address changed',
  },
  {
    page: 'confirm-newsletter',
    button: 'Subscribe',
    call: 'POST /api/newsletter/confirm',
    answer: () => Response.json({ confirmed: true }),
    done: "You're subscribed",
  },
  {
    page: 'unsubscribe',
    button: 'Unsubscribe',
    call: 'POST /api/newsletter/unsubscribe?token=secret',
    answer: () => Response.json({ unsubscribed: true }),
    done: "You're unsubscribed",
  },
]

describe.each(byToken)('the link to /$page', ({ page, button, call, answer, done: outcome }) => {
  it('does nothing before its button is pressed, and takes the token out of the address', async () => {
    const { sent } = openLink(page)
    expect(await screen.findByRole('button', { name: button })).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/${page}`))
    expect(sent).toEqual([])
    await expectAccessible()
  })

  it('does its work once, and says that it did', async () => {
    const { sent } = openLink(page, '#secret', { answers: { [call]: answer() } })
    await inNoTime.dblClick(screen.getByRole('button', { name: button }))
    await screen.findByRole('heading', { level: 1, name: outcome })
    expect(document.activeElement?.textContent).toBe(outcome)
    const posts = sent.filter(({ method }) => method === 'POST')
    expect(posts.map(({ path }) => `POST ${path}`)).toEqual([call])
    if (page !== 'unsubscribe') expect(posts[0]?.body).toEqual({ token: 'secret' })
    expect(screen.queryByRole('button', { name: button })).toBeNull()
    await expectAccessible()
  })

  it('says that it is dead, and where another one comes from', async () => {
    openLink(page, '#secret', { answers: { [call]: problem(404, 'not_found', linkDead) } })
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(linkDead)).toBeTruthy()
    expect(document.activeElement?.textContent).toBe(heading())
    expect(screen.queryByRole('button', { name: button })).toBeNull()
    expect(screen.getAllByRole('link').length).toBeGreaterThan(0)
    await expectAccessible()
  })

  it('can be tried again where something else went wrong', async () => {
    let broken = true
    openLink(page, '#secret', {
      answers: { [call]: () => (broken ? problem(429, 'rate_limited', 'Wait a minute.') : answer()) },
    })
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect((await screen.findByRole('alert')).textContent).toContain('Wait a minute.')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByRole('heading', { level: 1, name: outcome })).toBeTruthy()
  })

  it('is asked for where the address holds none', async () => {
    const { sent } = openLink(page, '')
    expect(screen.getByText(/open the link in our email again/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: button })).toBeNull()
    expect(sent).toEqual([])
    await expectAccessible()
  })

  it('gives way to another one in the same tab', async () => {
    openLink(page, '#secret', { answers: { [call]: problem(404, 'not_found', linkDead) } })
    await userEvent.click(screen.getByRole('button', { name: button }))
    await screen.findByText(linkDead)
    await userEvent.click(screen.getByRole('button', { name: 'Another link' }))
    expect(await screen.findByRole('button', { name: button })).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/${page}`))
  })
})

it('a link to a part of the page, such as to its content, takes nothing of the mailed one away', async () => {
  const { sent } = openLink('verify-email', '#secret', { answers: { 'POST /api/auth/verify-email': done() } })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/verify-email'))
  await userEvent.click(screen.getByRole('button', { name: 'Part of the page' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/verify-email#part'))
  await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }))
  await screen.findByRole('heading', { level: 1, name: 'Email address confirmed' })
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'secret' })
})

describe('confirming an address', () => {
  it('is seen by the rest of the site at once', async () => {
    const { queryClient } = openLink('verify-email', '#secret', {
      viewer: makeUser({ emailVerified: false }),
      answers: { 'POST /api/auth/verify-email': done(), 'GET /api/auth/me': makeUser() },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByRole('link', { name: 'My Account' })).toBeTruthy()
    expect(queryClient.getQueryData(viewerQuery.queryKey)?.emailVerified).toBe(true)
  })

  it('with a dead link offers another one to whoever is signed in', async () => {
    const viewer = makeUser({ emailVerified: false })
    const { sent } = openLink('verify-email', '#old', {
      viewer,
      answers: {
        'POST /api/auth/verify-email': problem(404, 'not_found', linkDead),
        'POST /api/account/verification': done(),
        'GET /api/auth/me': viewer,
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByText(/If it's for an account other than viewer, sign out first/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('Email sent')).toBeTruthy()
    expect(sent.some(({ path }) => path === '/api/account/verification')).toBe(true)
  })

  it('needs no other link once it is done', () => {
    openLink('verify-email', '', { viewer: makeUser() })
    expect(screen.getByText(/Your address viewer@example.org is already confirmed/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
    expect(screen.getByRole('link', { name: 'My Account' })).toBeTruthy()
  })
})

it('the first link of a change of address says that the other one is waited for', async () => {
  openLink('confirm-email', '#secret', { answers: { 'POST /api/auth/confirm-email': { changed: false } } })
  await userEvent.click(screen.getByRole('button', { name: 'Confirm change' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirmed' })).toBeTruthy()
  expect(screen.getByText(/the link we sent to your other address/)).toBeTruthy()
})

it('a link out of a mail program that knows no fragment stops news, too', async () => {
  const { sent } = openLink('unsubscribe', '?token=newsletter-12.abc', {
    answers: { 'POST /api/newsletter/unsubscribe?token=newsletter-12.abc': { unsubscribed: true } },
  })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/unsubscribe'))
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByRole('heading', { level: 1, name: "You're unsubscribed" })).toBeTruthy()
  expect(sent).toHaveLength(1)
})

it.each([
  ['newsletter', 'Unsubscribe from our newsletter?', "We've deleted your address from the list."],
  ['digest', 'Turn off your daily email?', 'You can turn these emails on again'],
  ['review', 'Turn off emails about decisions?', 'You can turn these emails on again'],
  ['report', 'Turn off emails about your reports?', 'You can turn these emails on again'],
  ['premium', 'Turn off emails before premium ends?', 'You can turn these emails on again'],
])('a link that turns off %s says which emails end', async (from, question, done) => {
  openLink('unsubscribe', `?token=${from}-12.abc`, {
    answers: { [`POST /api/newsletter/unsubscribe?token=${from}-12.abc`]: { unsubscribed: true } },
  })
  expect(await screen.findByRole('heading', { level: 1, name: question })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByText(done, { exact: false })).toBeTruthy()
})

describe('a forgotten password', () => {
  const call = 'POST /api/auth/forgot'
  const accepted = () => Response.json({}, { status: 202 })

  async function ask(email: string) {
    await userEvent.type(screen.getByLabelText('Email'), email)
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  }

  it('gets a link, without a word on whether somebody has the address', async () => {
    const { sent } = openLink('forgot-password', '', { answers: { [call]: accepted() } })
    await expectAccessible()
    await ask(' owl@example.org ')
    await screen.findByRole('heading', { level: 1, name: 'Check your email' })
    expect(document.activeElement?.textContent).toBe('Check your email')
    expect(screen.getByText(/we've sent a reset link/)).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'owl@example.org' }])
    await expectAccessible()
  })

  it('of another address can be asked for after it', async () => {
    openLink('forgot-password', '', { answers: { [call]: accepted() } })
    await ask('owl@example.org')
    await userEvent.click(await screen.findByRole('button', { name: 'Use a different address' }))
    expect(await screen.findByRole('button', { name: 'Send link' })).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>('Email')
    expect(field.value).toBe('owl@example.org')
    expect(document.activeElement).toBe(field)
  })

  it('is not asked for with what is no address', async () => {
    const { sent } = openLink('forgot-password', '')
    await ask('nobody')
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(sent).toEqual([])
  })

  it('says why it is refused', async () => {
    openLink('forgot-password', '', {
      answers: { [call]: problem(429, 'rate_limited', 'Please wait a few minutes.') },
    })
    await ask('owl@example.org')
    expect(await screen.findByText('Please wait a few minutes.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('owl@example.org')
  })
})

describe('a new password', () => {
  const call = 'POST /api/auth/reset'
  const offer = { 'POST /api/auth/reset/offer': { passkeys: 2 } }

  async function save(password: string, again = password) {
    await userEvent.type(screen.getByLabelText('New password'), password)
    await userEvent.type(screen.getByLabelText('Confirm Password'), again)
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
  }

  it('is set with the token of the link, which leaves the address', async () => {
    const { sent } = openLink('reset-password', '#secret', {
      answers: { ...offer, [call]: { passkeys: 2, twoStep: false } },
    })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/reset-password'))
    await expectAccessible()
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Also remove your 2 passkeys' })
    expect(box.checked).toBe(false)
    await userEvent.click(box)
    await save('correct horse')
    await screen.findByRole('heading', { level: 1, name: 'Password changed' })
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/signin')
    expect(screen.getByText(/Its 2 passkeys were removed/)).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([
      { token: 'secret' },
      { token: 'secret', password: 'correct horse', removePasskeys: true },
    ])
    await expectAccessible()
  })

  it('is typed twice alike, and long enough', async () => {
    const { sent } = openLink('reset-password')
    await save('12345', '54321')
    expect(screen.getByText('Password must be at least 6 characters.')).toBeTruthy()
    expect(screen.getByText('Passwords do not match')).toBeTruthy()
    expect(sent.map(({ path }) => path)).toEqual(['/api/auth/reset/offer'])
    await expectAccessible()
  })

  it('signs out whoever it was in this browser', async () => {
    const { queryClient } = openLink('reset-password', '#secret', {
      viewer: makeUser(),
      answers: {
        [call]: { passkeys: 0, twoStep: false },
        'GET /api/auth/me': problem(401, 'unauthenticated', 'Please sign in first.'),
      },
    })
    queryClient.setQueryData(key('account', 'subscription'), {})
    await save('correct horse')
    await screen.findByRole('heading', { level: 1, name: 'Password changed' })
    expect(queryClient.getQueryData(viewerQuery.queryKey)).toBeNull()
    expect(queryClient.getQueryData(key('account', 'subscription'))).toBeUndefined()
  })

  it('is not taken from a dead link, which leads to another one', async () => {
    openLink('reset-password', '#secret', { answers: { [call]: problem(404, 'not_found', linkDead) } })
    await save('correct horse')
    expect(await screen.findByText(linkDead)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Send a new link' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
  })

  it('stays typed where the server could not be reached', async () => {
    openLink('reset-password', '#secret', {
      answers: { [call]: problem(503, 'unavailable', 'Many people are signing in.') },
    })
    await save('correct horse')
    expect(await screen.findByText('Many people are signing in.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('correct horse')
  })
})
