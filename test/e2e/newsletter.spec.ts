import type { Page } from '@playwright/test'
import { linkIn, linkTo, mailsTo } from './support/mail'
import { expect, newName, runCron, signInAs, test } from './support/site'

/** Returns the text of the newest email to an address, as the Mail tab shows it. */
async function shownMail(admin: Page, address: string): Promise<string> {
  await admin.goto(`/admin?tab=mail&view=sent&find=${encodeURIComponent(address)}`)
  const name = new RegExp(`^Details of email \\d+ to ${address}$`)
  await admin.getByRole('button', { name }).first().click()
  return (await admin.getByRole('dialog').locator('pre').textContent()) ?? ''
}

test('news are asked for, confirmed, written, read and left again', async ({ newPerson }) => {
  test.setTimeout(120_000)
  const reader = await (await newPerson()).newPage()
  const admin = await (await newPerson()).newPage()
  await signInAs(admin, 'admin')
  const address = `${newName()}@example.com`

  await reader.goto('/terms')
  // The text above may still arrive, and push the footer away before its form is loaded.
  await expect(async () => {
    await reader.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(reader.getByLabel('Newsletter')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await reader.getByLabel('Newsletter').fill(address)
  await reader.getByRole('button', { name: 'Subscribe' }).click()
  await expect(reader.getByText(`We've sent a link to ${address}`)).toBeVisible()
  await reader.goto(await linkTo(admin, address, 'confirm-newsletter'))
  await reader.getByRole('main').getByRole('button', { name: 'Subscribe' }).click()
  await expect(reader.getByRole('heading', { name: "You're subscribed" })).toBeVisible()

  const subject = `News of ${newName()}`
  await admin.goto('/admin?tab=mail&view=news')
  await admin.getByRole('button', { name: 'New newsletter' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel('Text').fill('There are new videos for you to see.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('row', { name: new RegExp(subject) })).toBeVisible()
  const newest = async () => {
    await runCron(admin)
    return (await mailsTo(admin, address))[0]?.subject
  }
  await expect.poll(newest, { timeout: 40_000 }).toBe(subject)
  const text = await shownMail(admin, address)
  expect(text).toContain('There are new videos for you to see.')

  await reader.goto(linkIn(text, 'unsubscribe'))
  await reader.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible()
})
