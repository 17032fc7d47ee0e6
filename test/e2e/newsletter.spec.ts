import type { Page } from '@playwright/test'
import { expect, newName, signInAs, test } from './support/site'

/** Returns the text of the newest email to an address, as the Mail tab shows it. */
async function mailTo(admin: Page, address: string): Promise<string> {
  const details = admin.getByRole('button', { name: new RegExp(`^Details of email \\d+ to ${address}$`) })
  await expect
    .poll(
      async () => {
        await admin.goto(`/admin?tab=mail&view=sent&find=${encodeURIComponent(address)}`)
        await admin.getByRole('heading', { name: 'No email found' }).or(details.first()).waitFor()
        return details.count()
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)
  await details.first().click()
  const text = await admin.getByRole('dialog').locator('pre').textContent()
  await admin.getByRole('button', { name: 'Close' }).click()
  return text ?? ''
}

function linkIn(text: string): string {
  const link = /https?:\/\/\S+\/(confirm-newsletter|unsubscribe)\S+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in: ${text}`)
  return link
}

test('news are asked for, confirmed, written, read and left again', async ({ newPerson, request }) => {
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
  await reader.goto(linkIn(await mailTo(admin, address)))
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
  await expect
    .poll(
      async () => {
        // Like the platform's cron. One tick isn't enough: the site's own may hold the task at that moment.
        await request.get('/cdn-cgi/handler/scheduled')
        return mailTo(admin, address)
      },
      { timeout: 40_000 },
    )
    .toContain('There are new videos for you to see.')

  await reader.goto(linkIn(await mailTo(admin, address)))
  await reader.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible()
})
