import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Passkey, Security } from '#contract/schemas/accounts/account'
import { passkeysMax } from '#contract/values/accounts/account'
import { makePasskey } from '#web/entities/viewer/passkey'
import { PasswordPrompt } from '#web/entities/viewer/password-prompt.tsx'
import { SecuritySettings } from '#web/features/account/security/security-settings.tsx'
import { key } from '#web/lib/query/keys'
import { expectAccessible } from '../support/axe'
import { stubObjectUrls } from '../support/browser/object-urls'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

// Replaces the browser's own dialog.
vi.mock('#web/entities/viewer/passkey', () => ({ signWithPasskey: vi.fn(), makePasskey: vi.fn() }))

const path = '/api/account/security'
const credential = { id: 'key', response: { clientDataJSON: 'c', attestationObject: 'a' } }
const codes = Array.from({ length: 10 }, (_, index) => `7K3M-0QXD-W9T${index}`)
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Nocturne:ada?secret=JBSWY3DPEHPK3PXP' }

function makeKey(id: string, over: Partial<Passkey> = {}): Passkey {
  return { id, name: `Key ${id}`, createdAt: '2026-11-02T10:00:00.000Z', usedAt: null, ...over }
}

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.mocked(makePasskey).mockReset().mockResolvedValue(credential)
})
afterEach(() => vi.unstubAllGlobals())

async function renderSecurity(
  over: Partial<Security> = {},
  answers: PageOptions['answers'] = {},
  isAdmin = false,
) {
  const security: Security = { totp: false, recoveryCodesLeft: 0, confirmFirst: false, passkeys: [], ...over }
  const user = makeUser({ isAdmin })
  const page = (
    <>
      <h1>My Account</h1>
      <PasswordPrompt />
      <SecuritySettings user={user} />
    </>
  )
  const view = renderPage('/account', '/account', page, {
    viewer: user,
    answers: { [`GET ${path}`]: () => security, ...answers },
  })
  await screen.findByRole('region', { name: 'Two-step sign-in' })
  return { ...view, security }
}

/** Returns a card once no dialog hides it from screen readers. */
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('two-step sign-in', () => {
  it('is turned on with a picture, a key to type, and the first code; then shows the recovery codes', async () => {
    const { security, sent } = await renderSecurity(
      {},
      {
        [`POST ${path}/totp`]: setup,
        [`POST ${path}/totp/confirm`]: () => {
          Object.assign(security, { totp: true, recoveryCodesLeft: 10 })
          return { codes }
        },
      },
    )
    expect((await card('Two-step sign-in')).getByText('OFF')).toBeTruthy()
    await press('Turn on two-step sign-in')
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' }))
    expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await expectAccessible()
    await userEvent.click(dialog.getByLabelText('Code'))
    await userEvent.paste(' 123 456 ')
    await userEvent.keyboard('{Enter}')
    const done = within(await screen.findByRole('dialog', { name: 'Two-step sign-in is on' }))
    expect(sent.find(({ path: to }) => to.endsWith('confirm'))?.body).toEqual({ code: '123456' })
    expect(done.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes)
    expect(document.activeElement?.contains(done.getByRole('list', { name: 'Recovery codes' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    await expectAccessible()
    await userEvent.click(done.getByRole('button', { name: 'Done' }))
    expect(await (await card('Two-step sign-in')).findByText('ON')).toBeTruthy()
    expect((await card('Two-step sign-in')).getByText('10 recovery codes left.')).toBeTruthy()
  })

  it('keeps the codes on the screen although the rest can’t be loaded', async () => {
    let isOn = false
    const off: Security = { totp: false, recoveryCodesLeft: 0, confirmFirst: false, passkeys: [] }
    const { queryClient } = await renderSecurity(
      {},
      {
        [`GET ${path}`]: () => (isOn ? problem(500, 'internal', 'Not now.') : off),
        [`POST ${path}/totp`]: setup,
        [`POST ${path}/totp/confirm`]: () => {
          isOn = true
          return { codes }
        },
      },
    )
    await press('Turn on two-step sign-in')
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' }))
    await userEvent.type(dialog.getByLabelText('Code'), '123456{Enter}')
    await screen.findByRole('dialog', { name: 'Two-step sign-in is on' })
    await waitFor(() => expect(queryClient.getQueryState(key('account', 'security'))?.status).toBe('error'))
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes)
  })

  it('says at the field that a code is wrong, and stays as it was', async () => {
    const wrong = problem(400, 'invalid_input', 'Not right.', [{ path: 'code', message: 'Not right.' }])
    await renderSecurity({}, { [`POST ${path}/totp`]: setup, [`POST ${path}/totp/confirm`]: wrong })
    await press('Turn on two-step sign-in')
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' }))
    await userEvent.type(dialog.getByLabelText('Code'), '12{Enter}')
    expect(dialog.getByText('Please enter the six digits.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Code'), '3456{Enter}')
    expect(await dialog.findByText('Not right.')).toBeTruthy()
  })

  it('asks for the password where the server wants it, and goes on', async () => {
    let confirmed = false
    await renderSecurity(
      {},
      {
        [`POST ${path}/totp`]: () => (confirmed ? setup : problem(403, 'password_required', 'Password.')),
        'POST /api/auth/confirm': () => {
          confirmed = true
          return new Response(null, { status: 204 })
        },
      },
    )
    await press('Turn on two-step sign-in')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }))
    await userEvent.type(dialog.getByLabelText('Password'), 'nocturne-demo')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' })).toBeTruthy()
  })

  it('is turned off after a question', async () => {
    const { security, sent } = await renderSecurity(
      { totp: true, recoveryCodesLeft: 10 },
      {
        [`DELETE ${path}/totp`]: () => {
          Object.assign(security, { totp: false, recoveryCodesLeft: 0 })
          return new Response(null, { status: 204 })
        },
      },
    )
    await press('Turn off')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Turn off two-step sign-in?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it on' }))
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
    await press('Turn off')
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }),
    )
    expect(await (await card('Two-step sign-in')).findByText('OFF')).toBeTruthy()
    expect(screen.getByText('Two-step sign-in is off')).toBeTruthy()
  })

  it('makes new recovery codes, to be copied or saved', async () => {
    const { security } = await renderSecurity(
      { totp: true, recoveryCodesLeft: 2 },
      {
        [`POST ${path}/recovery-codes`]: () => {
          security.recoveryCodesLeft = 10
          return { codes }
        },
      },
    )
    const user = userEvent.setup()
    expect(screen.getByText('2 recovery codes left')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Make new codes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }))
    await user.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
    const saved: string[] = []
    stubObjectUrls('blob:codes')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    expect(saved).toEqual(['recovery-codes.txt'])
    await expectAccessible()
  })

  it('warns when the last recovery code is gone', async () => {
    await renderSecurity({ totp: true, recoveryCodesLeft: 0 })
    expect(screen.getByText('No recovery codes left')).toBeTruthy()
  })

  it('urges administrators, and nobody else', async () => {
    const urge = 'Protect the control panel with two-step sign-in'
    await renderSecurity({}, {}, true)
    expect(screen.getByText(urge)).toBeTruthy()
    await expectAccessible()
  })

  it.each([
    ['administrators who have it', true, true],
    ['other accounts', false, false],
  ])('leaves %s alone', async (_, isAdmin, totp) => {
    await renderSecurity({ totp, recoveryCodesLeft: 10 }, {}, isAdmin)
    expect(screen.queryByText('Protect the control panel with two-step sign-in')).toBeNull()
  })
})

describe('passkeys', () => {
  const creation = { challenge: 'new' }

  it('are added under a name', async () => {
    const { security, sent } = await renderSecurity(
      {},
      {
        [`POST ${path}/passkeys/challenge`]: creation,
        [`POST ${path}/passkeys`]: () => {
          security.passkeys.push(makeKey('1', { name: 'Phone' }))
          return Response.json(makeKey('1', { name: 'Phone' }), { status: 201 })
        },
      },
    )
    await press('Add a passkey')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
    const field = dialog.getByLabelText<HTMLInputElement>('Name')
    expect(field.value).not.toBe('')
    await expectAccessible()
    await userEvent.clear(field)
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(dialog.getByText('Name it so you can tell it apart from others.')).toBeTruthy()
    await userEvent.type(field, ' Phone {Enter}')
    expect(await (await card('Passkeys')).findByText('Phone')).toBeTruthy()
    expect(makePasskey).toHaveBeenCalledWith(creation)
    expect(sent.find(({ path: to }) => to === `${path}/passkeys`)?.body).toEqual({
      challenge: 'new',
      credential,
      name: 'Phone',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    await expectAccessible()
  })

  it('stay as they are when the browser is told to stop', async () => {
    vi.mocked(makePasskey).mockRejectedValue(Object.assign(new Error('No.'), { name: 'InvalidStateError' }))
    await renderSecurity({}, { [`POST ${path}/passkeys/challenge`]: creation })
    await press('Add a passkey')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('This device already has a passkey for your account.')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Add a passkey' })).toBeTruthy()
  })

  it('are listed with their days, renamed and removed', async () => {
    const usedAt = '2026-11-05T10:00:00.000Z'
    const { security, sent } = await renderSecurity(
      { passkeys: [makeKey('1'), makeKey('2', { usedAt })] },
      {
        [`PATCH ${path}/passkeys/1`]: () => {
          security.passkeys[0] = makeKey('1', { name: 'Old phone' })
          return security.passkeys[0]
        },
        [`DELETE ${path}/passkeys/2`]: () => {
          security.passkeys.pop()
          return new Response(null, { status: 204 })
        },
      },
    )
    const rows = (await card('Passkeys')).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Key 1Added on Nov 2, 2026, not used yet',
      'Key 2Added on Nov 2, 2026, last used on Nov 5, 2026',
    ])
    await press('Rename Key 1')
    const rename = within(await screen.findByRole('dialog', { name: 'Rename passkey' }))
    await userEvent.clear(rename.getByLabelText('Name'))
    await userEvent.type(rename.getByLabelText('Name'), 'Old phone{Enter}')
    expect(await (await card('Passkeys')).findByText('Old phone')).toBeTruthy()
    await press('Remove Key 2')
    const remove = within(await screen.findByRole('alertdialog', { name: 'Remove passkey?' }))
    await userEvent.click(remove.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(sent.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual([
      'PATCH',
      'DELETE',
    ])
  })

  it('are as many as an account may have', async () => {
    await renderSecurity({ passkeys: Array.from({ length: passkeysMax }, (_, id) => makeKey(String(id))) })
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
    expect(screen.getByText(/the most an account can have/)).toBeTruthy()
  })

  it('can’t be added with a browser that has none', async () => {
    vi.unstubAllGlobals()
    await renderSecurity()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
    expect(screen.getByText(/This browser doesn't support passkeys/)).toBeTruthy()
  })
})

it('says when it could not be loaded', async () => {
  const user = makeUser()
  renderPage('/account', '/account', <SecuritySettings user={user} />, {
    viewer: user,
    answers: { [`GET ${path}`]: problem(500, 'internal', 'Broken.') },
  })
  expect(await screen.findByText('Broken.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
