import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { makeAdminUser, makeCare, makeUserDetail } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { pickItem } from '../../support/pick-item'
import { makeUser } from '../../support/site'

const administrator = makeUser({ isAdmin: true })
const at = '2026-11-20T12:00:00.000Z'
const gift = {
  id: 'g1',
  at,
  days: 30,
  reason: 'For the outage.',
  givenBy: 'boss',
  batch: null,
  revokedAt: null,
  revokeReason: null,
  member: { id: 2, username: 'user2' },
}

function renderAccount(answers: PageOptions['answers'] = {}, viewer = administrator) {
  return renderPage('/admin?tab=users&user=2', '/admin', <AdminPage />, {
    viewer,
    answers: {
      'GET /api/admin/users?limit=50': [makeAdminUser(2)],
      'GET /api/admin/users/2': makeUserDetail(2, { emailVerified: false }),
      'GET /api/admin/users/2/care': makeCare(),
      'GET /api/admin/users/2/gifts': [],
      'GET /api/admin/factor-resets': [],
      ...answers,
    },
  })
}

async function choose(name: string) {
  // A dialog that is still closing would take the focus from the menu, and close it.
  await waitFor(() => expect(document.querySelectorAll('[role=dialog],[role=alertdialog]')).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  await pickItem(name)
}

it('sets limits, of which an empty one is the site’s, and keeps what was typed when it fails', async () => {
  let answer: unknown = problem(409, 'conflict', 'Someone else just changed the limits.')
  const { sent } = renderAccount({ 'PUT /api/admin/users/2/limits': () => answer })
  await choose('Set limits')
  const dialog = within(await screen.findByRole('dialog', { name: 'Limits of user2' }))
  await userEvent.type(dialog.getByLabelText('Storage in GB'), '1,5')
  await userEvent.type(dialog.getByLabelText('Videos a day'), '0')
  const save = dialog.getByRole('button', { name: 'Save limits' })
  await userEvent.click(save)
  expect(dialog.getByText('Enter 1 to 10000.')).toBeTruthy()
  await expectAccessible(screen.getByRole('dialog'))
  await userEvent.clear(dialog.getByLabelText('Videos a day'))
  await userEvent.type(dialog.getByLabelText('Videos a day'), '200')
  await userEvent.click(save)
  expect(await dialog.findByText('Someone else just changed the limits.')).toBeTruthy()
  answer = new Response(null, { status: 204 })
  await userEvent.click(save)
  expect(await screen.findByText('Limits changed')).toBeTruthy()
  const put = sent.findLast(({ method }) => method === 'PUT')
  expect(put?.body).toEqual({ quotaBytes: 1.5e9, publishesPerDay: 200, openUploads: null })
})

it('asks before it acts, and for words where the member or the log reads them', async () => {
  const done = () => new Response(null, { status: 204 })
  const { sent } = renderAccount({
    'PUT /api/admin/users/2/trust': done,
    'POST /api/admin/users/2/gifts': done,
    'GET /api/admin/users/2/gifts': [gift],
    'POST /api/admin/gifts/g1/revoke': done,
  })
  await choose('Trust uploader')
  await userEvent.click(await screen.findByRole('button', { name: 'Trust uploader' }))
  expect(await screen.findByText('Uploader trusted')).toBeTruthy()
  expect(screen.getByText('user2 publishes without review, unless the site takes cards.')).toBeTruthy()

  await choose('Give premium')
  const give = within(await screen.findByRole('dialog', { name: 'Give user2 premium' }))
  await userEvent.click(give.getByRole('button', { name: 'Give premium' }))
  expect(give.getByText('Give a reason. The member reads it.')).toBeTruthy()
  await userEvent.type(give.getByLabelText('Reason'), 'For the outage.')
  await userEvent.click(give.getByRole('button', { name: 'Give premium' }))
  expect(await screen.findByText('user2 has been emailed about the gift.')).toBeTruthy()

  expect(await screen.findByText(/^Premium, 30 days\. Nov 20, 2026, boss\. Not paid$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke the gift of Nov 20, 2026' }))
  const revoke = within(await screen.findByRole('dialog', { name: 'Revoke this gift?' }))
  await userEvent.type(revoke.getByLabelText('Reason'), 'By mistake.')
  await userEvent.click(revoke.getByRole('button', { name: 'Revoke gift' }))
  await waitFor(() =>
    expect(sent.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([
      { trusted: true },
      { days: 30, reason: 'For the outage.' },
      { reason: 'By mistake.' },
    ]),
  )
})

it('has a reset of two-step sign-in confirmed by another administrator alone', async () => {
  const asked = (id: number) =>
    makeCare({
      twoStep: true,
      factorReset: { by: { id, username: 'boss' }, reason: 'Called us.', at, expiresAt: at },
    })
  const resets = [{ id: 2, username: 'user2', requestedBy: 77 }]
  const other = renderAccount({
    'GET /api/admin/users/2/care': asked(77),
    'GET /api/admin/factor-resets': resets,
    'POST /api/admin/users/2/factor-reset/confirm': () => new Response(null, { status: 204 }),
  })
  expect(await screen.findByText('Reset of two-step sign-in requested')).toBeTruthy()
  await choose('Confirm two-step reset')
  await userEvent.click(await screen.findByRole('button', { name: 'Turn it off' }))
  expect(await screen.findByText('user2 can sign in with the password alone.')).toBeTruthy()
  other.unmount()
  renderAccount({ 'GET /api/admin/users/2/care': asked(administrator.id) })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Withdraw two-step reset' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Confirm two-step reset' })).toBeNull()
})

it('says so when what staff set about the account can’t be loaded', async () => {
  let answer: unknown = problem(500, 'internal', 'Broken.')
  renderAccount({ 'GET /api/admin/users/2/care': () => answer })
  const part = within(await screen.findByRole('region', { name: 'Uploads and sign-in' }))
  expect(await part.findByText('Broken.')).toBeTruthy()
  answer = makeCare()
  await userEvent.click(part.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Same as everyone')).toBeTruthy()
  expect(screen.queryByText('Broken.')).toBeNull()
})

it('says so when the gifts of the account can’t be loaded', async () => {
  let answer: unknown = problem(500, 'internal', 'Broken.')
  renderAccount({ 'GET /api/admin/users/2/gifts': () => answer })
  const part = within(await screen.findByRole('region', { name: 'Gifts of premium' }))
  expect(await part.findByText('Broken.')).toBeTruthy()
  answer = [gift]
  await userEvent.click(part.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('For the outage.')).toBeTruthy()
})

it('offers support what support may do, and doesn’t say what support may not know', async () => {
  const care = { 'GET /api/admin/users/2/care': makeCare({ twoStep: null }) }
  renderAccount(care, makeUser({ staff: 'support', isAdmin: false }))
  expect(await screen.findByText('Same as everyone')).toBeTruthy()
  expect(screen.queryByText('Two-step sign-in')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Add note', 'Send reset link'])
})

it('allows a list that was closed to be shared again, for a reason', async () => {
  let closedLists = [{ id: 4, name: 'For tonight', closedAt: at }]
  const { sent } = renderAccount({
    'GET /api/admin/users/2/care': () => makeCare({ closedLists }),
    'POST /api/admin/lists/4/reopen': () => {
      closedLists = []
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Allow sharing again: For tonight' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Allow sharing again?' }))
  await userEvent.type(dialog.getByRole('textbox'), 'It has another name now.')
  await userEvent.click(dialog.getByRole('button', { name: 'Allow sharing' }))
  expect(await screen.findByText('Sharing allowed again')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'It has another name now.' })
  expect(await screen.findByRole('dialog', { name: 'user2' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Lists closed to sharing')).toBeNull())
})
