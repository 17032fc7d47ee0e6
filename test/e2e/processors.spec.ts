import { expect, method, payOnPage, startOnPage, tellSandbox, test } from './support/payments'
import { signUp } from './support/site'

test('bitcoin: left unpaid, and then paid on the server’s own page', {
  tag: '@phone',
}, async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/premium?plan=monthly')
  await page.getByRole('button', method('Bitcoin')).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Please agree before you pay.')).toBeVisible()
  await startOnPage(page)
  // Back without paying, as the page of a provider leads back.
  const { redirectURL } = await tellSandbox<{ redirectURL: string }>('btcpay/checkout', invoiceOf(page.url()))
  await page.goto(redirectURL)
  await expect(page.getByRole('heading', { name: "We haven't received your payment yet" })).toBeVisible()
  await page.getByRole('button', { name: "I haven't paid" }).click()
  await page.getByRole('button', method('Bitcoin')).click()
  await startOnPage(page)
  await payOnPage(page, 'Pay')
  await expect(page).toHaveURL('/premium')
})

test('bitcoin: paid, and never led back', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/premium')
  await page.getByRole('button', method('Bitcoin')).click()
  await startOnPage(page)
  await tellSandbox('btcpay/pay', invoiceOf(page.url()))
  await expect(async () => {
    await page.goto('/premium')
    await expect(page.getByRole('heading', { name: 'Premium Membership Active' })).toBeVisible()
  }).toPass({ timeout: 30_000 })
})

/** The invoice whose checkout this is. */
function invoiceOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}
