import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { linkTo } from '../support/mail'
import { expect, fillSignIn, newName, password, signIn, signInAs, signUp, test } from '../support/site'

const newPassword = 'better horse'

async function expectSignedOut(page: Page): Promise<void> {
  await page.goto('/account')
  await expect(page.getByText('Please sign in to access your account.')).toBeVisible()
  await expect(page).toHaveURL(/\/signin/)
}

test('the address is confirmed by the mailed link, once', async ({ newPerson }) => {
  const admin = await newPerson()
  await signInAs(admin, 'admin')
  const page = await (await newPerson()).newPage()
  const name = await signUp(page)
  await page.goto('/account')
  const banner = page.getByRole('region', { name: 'Confirm your email address' })
  await expect(banner).toContainText(`${name}@example.com`)
  const link = await linkTo(admin, `${name}@example.com`, 'verify-email')
  await page.goto(link)
  // The link's token is in neither the history nor a screenshot.
  await expect(page).toHaveURL('/verify-email')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByText(`${name}@example.com`)).toBeVisible()
  await expect(banner).toBeHidden()

  const stranger = await (await newPerson()).newPage()
  await stranger.goto(link)
  await stranger.getByRole('button', { name: 'Confirm email' }).click()
  await expect(stranger.getByRole('heading', { name: 'This link has expired' })).toBeFocused()
})

test('a forgotten password is set anew by the mailed link, and the account signed out', async ({
  newPerson,
}) => {
  const admin = await newPerson()
  await signInAs(admin, 'admin')
  const page = await (await newPerson()).newPage()
  const name = await signUp(page)

  const lost = await (await newPerson()).newPage()
  await lost.goto('/signin')
  await lost.getByRole('link', { name: 'Forgot password?' }).click()
  await lost.getByLabel('Email').fill(`${name}@example.com`)
  await lost.getByRole('button', { name: 'Send link' }).click()
  await expect(lost.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await lost.goto(await linkTo(admin, `${name}@example.com`, 'reset-password'))
  await expect(lost).toHaveURL('/reset-password')
  await lost.getByLabel('New password', { exact: true }).fill(newPassword)
  await lost.getByLabel('Confirm Password', { exact: true }).fill(newPassword)
  await lost.getByRole('button', { name: 'Save password' }).click()
  await expect(lost.getByRole('heading', { name: 'Password changed' })).toBeFocused()

  await expectSignedOut(page)
  await fillSignIn(lost, name, newPassword)
  await expect(lost).toHaveURL('/')
})

test('an address changes once both the old and the new one have confirmed it', async ({ newPerson }) => {
  const admin = await newPerson()
  await signInAs(admin, 'admin')
  const page = await (await newPerson()).newPage()
  const name = await signUp(page)
  const old = `${name}@example.com`
  const next = `${newName()}@example.com`
  await page.goto('/account?tab=settings')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email').fill(next)
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Send links' }).click()
  await expect(dialog.getByText("That isn't your password.")).toBeVisible()
  await expect(dialog.getByLabel('New email')).toHaveValue(next)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Send links' }).click()
  await expect(page.getByRole('dialog', { name: 'Check both inboxes' })).toContainText(next)

  await page.goto(await linkTo(admin, old, 'confirm-email'))
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await expect(page.getByRole('heading', { name: 'Confirmed', exact: true })).toBeFocused()
  await page.goto('/account')
  await expect(page.getByRole('main').getByText(old, { exact: true })).toBeVisible()
  // The other mailbox may be read in a browser without a session.
  const elsewhere = await (await newPerson()).newPage()
  await elsewhere.goto(await linkTo(admin, next, 'confirm-email'))
  await elsewhere.getByRole('button', { name: 'Confirm change' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Email address changed' })).toBeFocused()
  await page.goto('/account')
  await expect(page.getByRole('main').getByText(next, { exact: true })).toBeVisible()
})

test('a new password and the list of sessions sign other devices out', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  const name = await signUp(page)
  const other = await (await newPerson()).newPage()
  await signIn(other, name, password)
  await page.goto('/account?tab=settings')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^Sign out: / }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('listitem')).toContainText('This device')
  await expectSignedOut(other)

  await signIn(other, name, password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password', { exact: true }).fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill(newPassword)
  await dialog.getByLabel('Confirm Password', { exact: true }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText("You've been signed out on all other devices.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()
  await expectSignedOut(other)
  await page.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
})

test('everything is downloaded, the account deleted, and had back by signing in', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  const name = await signUp(page)
  await page.goto('/account?tab=settings')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Your Data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  // Stored without compression.
  expect(bytes.includes('account.json')).toBe(true)
  expect(bytes.includes(`${name}@example.com`)).toBe(true)

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText("That isn't your password.")).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByText('Sign in before that day to keep it.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expectSignedOut(page)

  await fillSignIn(page, name, password)
  await expect(page.getByText("Your account won't be deleted.")).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('main').getByText(`${name}@example.com`, { exact: true })).toBeVisible()
})
