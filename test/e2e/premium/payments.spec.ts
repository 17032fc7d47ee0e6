import { randomInt } from 'node:crypto'
import {
  agree,
  agreeInCheckout,
  breakProvider,
  checkoutOf,
  expect,
  expectMember,
  expectToastBeside,
  isPhone,
  method,
  modalOf,
  payOnPage,
  startOnPage,
  tellSandbox,
  test,
  useWallet,
} from '../support/payments'
import { changeSettings, signInAs, signUp } from '../support/site'

const rupees = '/premium?currency=INR&plan=monthly'
const newReference = () => String(randomInt(10 ** 11, 10 ** 12))

test('wallet: cancelled, declined, and then bought, which opens every lock at once', {
  tag: '@phone',
}, async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/premium')
  await expect(page.getByText('Premium Content', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', method('PayPal')).click()
  const checkout = checkoutOf(page)
  await expect(checkout.getByText('Does not renew').first()).toBeVisible()
  const dialogTop = () =>
    page.getByRole('dialog').evaluate(async (dialog) => {
      await Promise.all(dialog.getAnimations().map(({ finished }) => finished))
      return dialog.getBoundingClientRect().top
    })
  const top = isPhone(page) ? undefined : await dialogTop()
  if (!isPhone(page)) {
    const unused = () =>
      checkout
        .locator('main')
        .evaluate(({ parentElement }) => innerHeight - (parentElement?.offsetHeight ?? 0))
    await expect.poll(unused, 'pixels of the dialog below its content').toBeLessThanOrEqual(0)
  }
  await agreeInCheckout(checkout)
  await useWallet(page, 'Cancel')
  await expect(checkout.getByText('Payment cancelled')).toBeVisible()
  await useWallet(page, 'Approve, then decline the capture')
  await expect(checkout.getByText('The payment was declined.', { exact: false })).toBeVisible()
  await expectToastBeside(checkout, checkout.locator('iframe[title="PayPal"]'))
  await expectToastBeside(checkout, checkout.getByText('Does not renew').first())
  if (!isPhone(page)) expect(await dialogTop(), 'the top of the dialog, which stays').toBe(top)
  await useWallet(page, 'Fail')
  await expect(checkout.getByText('There was an issue with the payment. Please try again.')).toBeVisible()
  await useWallet(page, 'Approve')
  await expectMember(page, 'Subscription successful!')
  await expect(page.getByRole('heading', { name: 'Your Premium Content' })).toBeVisible()
  await expect(page.getByText('Premium Content', { exact: true })).toHaveCount(0)
  await page.locator('main a[href^="/video/"]').first().click()
  await expect(page.locator('video')).toBeVisible()
})

test('regional checkout: failed, dismissed, and then paid', { tag: '@phone' }, async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto(rupees)
  await page.getByRole('button', method('Razorpay')).click()
  const checkout = checkoutOf(page)
  await agreeInCheckout(checkout)
  await modalOf(page).getByRole('button', { name: 'Fail' }).click()
  await expect(modalOf(page).getByText('The payment failed.', { exact: false })).toBeVisible()
  await modalOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(checkout.getByText('Payment cancelled')).toBeVisible()
  await checkout.getByRole('button', { name: 'Pay ₹999' }).click()
  await modalOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectMember(page, 'Payment successful!')
})

test('netbanking: by the bank’s page', { tag: '@phone' }, async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto(rupees)
  await page.getByRole('button', method('Netbanking')).click()
  await agree(page)
  await page.getByRole('button', { name: 'Pay via Netbanking' }).click()
  await expect(page.getByText('Please select your bank to continue')).toBeVisible()
  await page.getByText('HDFC Bank').click()
  await page.getByRole('button', { name: 'Pay via Netbanking' }).click()
  await modalOf(page).getByLabel('Pay by').selectOption('netbanking')
  await modalOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectMember(page, 'Payment successful!')
})

test('netbanking: by the reference of a transfer, unknown first', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto(`${rupees}&method=netbanking`)
  await agree(page)
  await page.getByText('HDFC Bank').click()
  await page.getByText("I've already paid ₹999").click()
  await page.getByLabel('Bank reference number').fill(newReference())
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment submitted' })).toBeVisible()

  const { acquirer_data: acquirer } = await tellSandbox<{ acquirer_data: Record<string, string | null> }>(
    'razorpay/payWithoutOrder',
    { amount: 99900, method: 'netbanking', bank: 'HDFC' },
  )
  await page.getByRole('button', { name: 'Correct the reference' }).click()
  await page.getByText('HDFC Bank').click()
  // The buyer need not pay again, so the form for the reference is open.
  await expect(page.getByRole('button', { name: 'Pay via Netbanking' })).toBeHidden()
  await page.getByLabel('Bank reference number').fill(acquirer.bank_transaction_id ?? '')
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Premium Membership Active' })).toBeVisible()
  await expect(page.getByText('Payment successful!')).toBeVisible()
})

test('UPI: a code, an ID to copy, a reference that is unknown and one that was paid @phone-only', async ({
  newPerson,
  isMobile,
}) => {
  const context = await newPerson()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await signUp(page)
  await page.goto(rupees)
  await page.getByRole('button', method('UPI')).click()
  await agree(page)
  await expect(page.getByRole('tab', { selected: true })).toHaveText(isMobile ? 'App' : 'QR code')
  await page.getByRole('tab', { name: 'QR code' }).click()
  await expect(page.getByRole('img', { name: /QR code to pay ₹999/ })).toBeVisible()
  await page.getByRole('tab', { name: 'UPI ID' }).click()
  await page.getByRole('button', { name: 'Copy UPI ID' }).click()
  await expect(page.getByText('UPI ID copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('nocturne.sandbox@upi')
  await page.getByRole('tab', { name: 'QR code' }).click()
  await expectToastBeside(page, page.getByRole('img', { name: /QR code to pay/ }))
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByText('Please enter the UPI reference ID from your payment')).toBeVisible()

  const unknown = newReference()
  await page.getByLabel('UPI reference ID').fill(unknown)
  await page.getByRole('checkbox', { name: /^I agree to pay/ }).uncheck()
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByText('Please agree to the price and the terms first.')).toBeVisible()
  await expect(page.getByLabel('UPI reference ID')).toHaveValue(unknown)
  await agree(page)
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByRole('button', { name: 'Correct the reference' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment submitted' })).toBeFocused()
  // Neither here nor elsewhere is Premium offered again.
  for (const path of ['/', '/premium']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: /^UPI, reference ending in/ })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'INR' })).toBeHidden()
  }
  await page.goto('/checkout?method=checkout&plan=monthly&currency=INR')
  await expect(page.getByRole('heading', { name: /^UPI, reference ending in/ })).toBeVisible()
  await page.goto('/premium')

  const reference = newReference()
  await tellSandbox('razorpay/receive', { amount: 99900, reference })
  await page.getByRole('button', { name: 'Correct the reference' }).click()
  await page.getByLabel('UPI reference ID').fill(reference)
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Premium Membership Active' })).toBeVisible()
  await expect(page.getByText('Payment successful!')).toBeVisible()
})

test('crypto: exact links, a transaction that the chain doesn’t know, and one that it shows', async ({
  newPerson,
}) => {
  const admin = await (await newPerson()).newPage()
  await signInAs(admin, 'admin')
  await changeSettings(admin, { cryptoPaymentsEnabled: true })
  const page = await (await newPerson()).newPage()
  await signUp(page)
  // The worker keeps its copy of the settings for ten seconds, and KV for thirty.
  await expect(async () => {
    await page.goto('/premium?plan=monthly')
    await expect(page.getByRole('button', method('Crypto'))).not.toHaveAttribute('aria-disabled', 'true', {
      timeout: 3000,
    })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('button', method('Crypto')).click()
  await page.getByLabel('Coin', { exact: true }).selectOption('ETH')
  await agree(page)
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await expect(page.getByRole('link', { name: 'Open in wallet' })).toHaveAttribute(
    'href',
    'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1?value=7000000000000000',
  )
  await expect(page.getByRole('button', { name: 'Confirm Payment' })).toBeDisabled()
  await page.getByLabel('Transaction ID').fill('ab'.repeat(32))
  await page.getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment submitted' })).toBeVisible()

  const sent = { amount: '7000000000000000', confirmations: 3 }
  const transaction = await tellSandbox<string>('chain/pay', 'eth', sent)
  await page.getByRole('button', { name: 'Correct the reference' }).click()
  await page.getByLabel('Coin', { exact: true }).selectOption('ETH')
  await page.getByLabel('Transaction ID').fill(transaction)
  await page.getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(page.getByText('Payment confirmed!')).toBeVisible()
  await expect(page.getByText('Waiting for confirmations')).toBeVisible()
})

for (const { currency, name, path } of [
  { currency: 'USD', name: 'PayPal', path: '/paypal/v2/checkout/orders' },
  { currency: 'INR', name: 'Razorpay', path: '/razorpay/v1/orders' },
]) {
  test(`${name} down: the widget offers another method`, { tag: '@phone' }, async ({ newPerson }) => {
    const page = await (await newPerson()).newPage()
    await signUp(page)
    await page.goto(`/premium?currency=${currency}`)
    // The first call, and both retries of our server.
    await breakProvider(path, 3)
    await page.getByRole('button', method(name)).click()
    const checkout = checkoutOf(page)
    await agreeInCheckout(checkout)
    if (name === 'PayPal') {
      await checkout.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' }).click()
    }
    await expect(checkout.getByText("The payment provider isn't responding.", { exact: false })).toBeVisible()
    await checkout.getByRole('button', { name: 'Try Another Payment Method' }).click()
    await expect(page.getByRole('list', { name: 'Payment method' })).toBeVisible()
    await expect(page.getByRole('radio', { name: currency })).toBeChecked()
    await expect(page.getByTitle('Payment')).toHaveCount(0)
  })
}

test('a refund is seen by the member', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/premium?plan=monthly')
  await page.getByRole('button', method('PayPal')).click()
  await agreeInCheckout(checkoutOf(page))
  const created = page.waitForResponse((response) => response.url().endsWith('/api/premium/subscribe'))
  await useWallet(page, 'Approve')
  // Read before the page is left: on a phone, its responses are lost then.
  const { orderId } = (await (await created).json()) as { orderId: string }
  await expectMember(page, 'Subscription successful!')
  const { id } = await tellSandbox<{ id: string }>('paypal/captureOf', orderId)
  await tellSandbox('paypal/refund', id)
  await expect(async () => {
    await page.goto('/premium')
    await expect(page.getByRole('group', { name: 'Plan' })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText('Premium Content', { exact: true }).first()).toBeVisible()
  await page.goto('/account?tab=subscription')
  await expect(page.getByText('Refunded').first()).toBeVisible()
})

test('a visitor signs in first, and finds the choice as it was', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.goto(rupees)
  await page.getByRole('button', method('UPI')).click()
  await expect(page).toHaveURL(/\/signin\?from=/)
  await page.getByLabel('Username').fill('viewer')
  await page.getByLabel('Password', { exact: true }).fill('nocturne-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Pay with UPI' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'INR' })).toBeChecked()
  await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked()
})

test('the keyboard alone buys', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto(rupees)
  await page.getByRole('button', method('UPI')).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pay with UPI' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', method('UPI'))).toBeFocused()
  await page.getByRole('button', method('Razorpay')).focus()
  await page.keyboard.press('Enter')
  await checkoutOf(page)
    .getByRole('checkbox', { name: /^I agree to pay/ })
    .focus()
  await page.keyboard.press('Space')
  // Past the link to the terms.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const pay = modalOf(page).getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Premium Membership Active' })).toBeFocused()
})

test('bitcoin: left unpaid, and then paid on the server’s own page', {
  tag: '@phone',
}, async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  await page.goto('/premium?plan=monthly')
  await page.getByRole('button', method('Bitcoin')).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Please agree to the price and the terms first.')).toBeVisible()
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
    const active = page.getByRole('heading', { name: 'Premium Membership Active' })
    await expect(active).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
})

/** The invoice whose checkout this is. */
function invoiceOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}
