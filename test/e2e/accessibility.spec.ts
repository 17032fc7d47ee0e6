import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signInAs, test } from './support/site'

const forEveryone = [
  ...['/', '/categories', '/categories/fractals', '/premium', '/search?q=slow', '/video/1'],
  ...['/signin', '/signup', '/terms', '/privacy', '/2257', '/dmca', '/removal', '/contact', '/nothing-here'],
  ...['/forgot-password', '/reset-password#none', '/verify-email#none', '/confirm-email#none'],
  ...['/confirm-newsletter#none', '/unsubscribe#none', '/unsubscribe'],
]
const forOwners = [
  ...['/upload-video', '/my-videos', '/edit-video/1', '/account', '/account?tab=subscription'],
  ...['/account?tab=history', '/account?tab=saved', '/account?tab=settings'],
]
const forAdministrators = [
  '/admin',
  '/admin?tab=payments',
  '/admin?tab=payments&view=claims',
  '/admin?tab=payments&view=alerts',
  '/admin?tab=mail',
  '/admin?tab=mail&view=news',
]

async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectNoViolations(page, path)
}

async function expectNoViolations(page: Page, path: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found).toEqual([])
}

test('every page is accessible to everyone', async ({ newPerson }) => {
  test.setTimeout(180_000)
  const page = await (await newPerson()).newPage()
  for (const path of forEveryone) await expectAccessible(page, path)
})

test('the pages of an account are accessible', async ({ newPerson }) => {
  test.setTimeout(120_000)
  const page = await (await newPerson()).newPage()
  await signInAs(page, 'creator')
  for (const path of forOwners) await expectAccessible(page, path)
  await page.goto('/account?tab=subscription')
  const receipt = await page
    .getByRole('link', { name: /^Receipt of/ })
    .first()
    .getAttribute('href')
  await expectAccessible(page, receipt ?? 'no receipt')
})

test('the dialogs of an account, and what is shared, are accessible', async ({ newPerson }) => {
  test.setTimeout(120_000)
  const page = await (await newPerson()).newPage()
  await signInAs(page, 'creator')
  await page.goto('/account?tab=settings')
  // None of them is sent: the account stays as it is.
  for (const name of ['Change Password', 'Change Email', 'Delete Account']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    await expectNoViolations(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  }
  await page.goto('/video/1')
  await page.getByRole('button', { name: 'Share' }).click()
  for (const name of ['Link', 'Embed']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expectNoViolations(page, `Share: ${name}`)
  }
})

test('the frame for other sites is accessible, its gate too', async ({ newPerson }) => {
  const page = await (await newPerson({ ageConfirmed: false })).newPage()
  await page.goto('/embed/1')
  const gate = page.getByRole('button', { name: 'I am 18 or older' })
  await expect(gate).toBeVisible()
  await expectNoViolations(page, '/embed/1, its gate')
  await gate.click()
  await expect(gate).toBeHidden()
  await expect(page.getByRole('button', { name: 'Report' })).toBeVisible()
  await expectNoViolations(page, '/embed/1')
})

test('the control panel and the gate are accessible', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signInAs(page, 'admin')
  for (const path of forAdministrators) await expectAccessible(page, path)
  const stranger = await (await newPerson({ ageConfirmed: false })).newPage()
  await stranger.goto('/')
  await expect(stranger.getByRole('dialog')).toBeVisible()
  expect((await new AxeBuilder({ page: stranger }).analyze()).violations).toEqual([])
})
