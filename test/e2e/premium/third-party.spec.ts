import { agreeInCheckout } from '../support/payments'
import { expect, sandboxOrigin, signInAs, test } from '../support/site'
import { recordForeign } from '../support/third-party'

// The crawl checks that no other page loads anything from another host.

const checkouts = [
  ['wallet', '/checkout?method=wallet&plan=monthly&currency=USD', '/paypal/'],
  ['checkout', '/checkout?method=checkout&plan=monthly&currency=INR', '/razorpay/'],
] as const

for (const [method, path, provider] of checkouts) {
  test(`the checkout by ${method} loads its own provider's script, and not before the consent`, async ({
    newPerson,
    baseURL,
  }) => {
    const context = await newPerson()
    const foreign = recordForeign(context, baseURL ?? '')
    const page = await context.newPage()
    await signInAs(page, 'viewer')
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(foreign).toEqual([])
    await agreeInCheckout(page)
    await expect.poll(() => foreign.length).toBeGreaterThan(0)
    for (const { page: asking, url } of foreign) {
      expect(asking).toBe('/checkout')
      expect(url).toContain(`${sandboxOrigin()}${provider}`)
    }
  })
}

test('the checkout in the widget’s dialog is where the provider’s script runs', { tag: '@phone' }, async ({
  newPerson,
  baseURL,
}) => {
  const context = await newPerson()
  const foreign = recordForeign(context, baseURL ?? '')
  const page = await context.newPage()
  await signInAs(page, 'viewer')
  const linkKey = 'u'.repeat(22)
  await page.goto(`/premium?video=1&key=${linkKey}`, { waitUntil: 'networkidle' })
  expect(foreign).toEqual([])
  await page.getByRole('button', { name: /^PayPal/ }).click()
  const frame = page.frameLocator('iframe[title="Payment"]')
  // On a phone the checkout is the page itself.
  const checkout = (page.viewportSize()?.width ?? 0) < 768 ? page : frame
  await agreeInCheckout(checkout)
  await expect(
    checkout.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' }),
  ).toBeVisible()
  expect(new Set(foreign.map((each) => each.page))).toEqual(new Set(['/checkout']))
  // The script can read the document, and the address of the page around it: neither has the key of an unlisted video.
  const readable = await checkout
    .locator('html')
    .evaluate(({ baseURI, outerHTML }) => [baseURI, outerHTML, document.referrer, top?.location.href].join())
  expect(readable).toContain('video=1')
  expect(readable).not.toContain(linkKey)
})
