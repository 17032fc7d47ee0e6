import type { BrowserContext, Frame } from '@playwright/test'
import { expect, sandboxOrigin, signInAs, test } from './support/site'

const everyone = [
  ...['/', '/categories', '/categories/fractals', '/premium', '/search?q=slow', '/video/1', '/video/3'],
  ...['/signin', '/signup', '/terms', '/privacy', '/2257', '/dmca', '/removal', '/contact', '/nothing-here'],
]
const routes = [
  { account: null, paths: everyone },
  { account: 'viewer', paths: ['/', '/premium', '/video/3', '/account?tab=subscription', '/upload-video'] },
  { account: 'member', paths: ['/', '/premium', '/video/3', '/account', '/account?tab=subscription'] },
  { account: 'creator', paths: ['/upload-video', '/my-videos', '/edit-video/1', '/video/1'] },
  { account: 'admin', paths: ['/admin', '/account?tab=subscription', '/video/3'] },
]
const checkouts = [
  '/checkout?method=wallet&plan=monthly&currency=USD',
  '/checkout?method=checkout&plan=monthly&currency=INR',
]

/** Records requests to other hosts, each with the page that made it. */
function recordForeign(context: BrowserContext, site: string) {
  const foreign: { page: string; url: string }[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin === site || !protocol.startsWith('http')) return
    foreign.push({ page: pageOf(request.frame(), site), url: request.url() })
  })
  return foreign
}

/**
 * Returns the document of ours in which it happened: a provider's frame belongs to the document that holds
 * it.
 */
function pageOf(frame: Frame, site: string): string {
  for (let each: Frame | null = frame; each; each = each.parentFrame()) {
    // An empty frame belongs to the document that created it.
    const url = URL.parse(each.url())
    if (url?.origin === site) return url.pathname
  }
  return frame.url()
}

for (const { account, paths } of routes) {
  test(`no page but the checkout asks another host, seen by ${account ?? 'a visitor'}`, async ({
    newPerson,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const context = await newPerson()
    const foreign = recordForeign(context, baseURL ?? '')
    const page = await context.newPage()
    if (account) await signInAs(page, account)
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' })
      // Loads lazy content too.
      await page.keyboard.press('End')
    }
    expect(foreign).toEqual([])
  })
}

test('the checkout loads the script of the one provider that was chosen', async ({ newPerson, baseURL }) => {
  const context = await newPerson()
  const foreign = recordForeign(context, baseURL ?? '')
  const page = await context.newPage()
  await signInAs(page, 'viewer')
  for (const path of checkouts) {
    foreign.length = 0
    await page.goto(path, { waitUntil: 'networkidle' })
    const provider = path.includes('wallet') ? '/paypal/' : '/razorpay/'
    await expect.poll(() => foreign.length).toBeGreaterThan(0)
    for (const { page: asking, url } of foreign) {
      expect(asking).toBe('/checkout')
      expect(url).toContain(`${sandboxOrigin()}${provider}`)
    }
  }
})

test('the checkout in the widget’s dialog is where the provider’s script runs', { tag: '@phone' }, async ({
  newPerson,
  baseURL,
}) => {
  const context = await newPerson()
  const foreign = recordForeign(context, baseURL ?? '')
  const page = await context.newPage()
  await signInAs(page, 'viewer')
  await page.goto('/premium', { waitUntil: 'networkidle' })
  expect(foreign).toEqual([])
  await page.getByRole('button', { name: /^PayPal/ }).click()
  const frame = page.frameLocator('iframe[title="Payment"]')
  // On a phone the checkout is the page itself.
  const checkout = (page.viewportSize()?.width ?? 0) < 768 ? page : frame
  await expect(
    checkout.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' }),
  ).toBeVisible()
  expect(new Set(foreign.map((each) => each.page))).toEqual(new Set(['/checkout']))
})
