import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signInAs, test } from './support'

const forEveryone = [
  ...['/', '/categories', '/categories/fractals', '/premium', '/search?q=slow', '/video/1'],
  ...['/signin', '/signup', '/terms', '/privacy', '/2257', '/dmca', '/removal', '/contact', '/nothing-here'],
]
const forOwners = ['/upload-video', '/my-videos', '/edit-video/1', '/account', '/account?tab=subscription']
const forAdministrators = [
  '/admin',
  '/admin?tab=payments',
  '/admin?tab=payments&view=claims',
  '/admin?tab=payments&view=alerts',
]

async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
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
  const receipt = await page
    .getByRole('link', { name: /^Receipt of/ })
    .first()
    .getAttribute('href')
  await expectAccessible(page, receipt ?? 'no receipt')
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
