import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectAccessible } from '../support/accessibility'
import { expect, fillSignIn, password, signUp, test } from '../support/site'

/**
 * Returns the code that an app shows `steps` from now. The next one is accepted already, but none is accepted
 * twice.
 */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

async function openSettings(page: Page): Promise<void> {
  await page.goto('/account?tab=settings')
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible()
}

/** Adds a virtual device with a fingerprint reader that accepts everyone. */
async function giveDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

test('two-step sign-in is turned on, asked for, and gone round with a recovery code, by keyboard alone', {
  tag: '@phone-only',
}, async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  const name = await signUp(page)
  await openSettings(page)
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  )
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Two-step sign-in is on' })
  await expect(done.getByRole('listitem')).toHaveCount(10)
  const [recovery = ''] = await done.getByRole('listitem').allTextContents()
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible()
  await fillSignIn(page, name, password)
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText("That code isn't right, or it's already been used.")).toBeVisible()
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  const lost = await (await newPerson()).newPage()
  await fillSignIn(lost, name, password)
  await lost.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  await expect(lost.getByLabel('Recovery code')).toBeFocused()
  await lost.keyboard.type(recovery)
  await lost.keyboard.press('Enter')
  await expect(lost).toHaveURL('/')
  await openSettings(lost)
  await expect(lost.getByText('9 recovery codes left.')).toBeVisible()
})

test('a passkey is added, signs in without the password, and is removed', { tag: '@phone-only' }, async ({
  newPerson,
}) => {
  const page = await (await newPerson()).newPage()
  await giveDevice(page)
  const name = await signUp(page)
  await openSettings(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Test device')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  const card = page.getByRole('region', { name: 'Passkeys' })
  await expect(card.getByText('Test device')).toBeVisible()
  // This device already has a passkey.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(page)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible()
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await expect(page.getByText(`${name}@example.com`, { exact: true })).toBeVisible()

  await openSettings(page)
  await expect(card.getByText(/last used on/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove Test device' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible()
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText("That passkey isn't linked to an account here.", { exact: false }),
  ).toBeVisible()
})
