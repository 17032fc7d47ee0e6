import { createServer } from 'node:net'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { test as base, expect, sandboxOrigin } from './site'

/**
 * Held by one test at a time: all tests share the providers, and some break them. Both projects share this
 * port.
 */
const turnPort = Number(process.env.TEST_PORT ?? 8797) + 5

export const test = base.extend<{ turn: undefined }>({
  turn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from it
    async ({}, use) => {
      test.setTimeout(240_000)
      const lock = createServer()
      const taken = () =>
        new Promise<boolean>((resolve) => {
          lock.once('error', () => resolve(false))
          lock.listen(turnPort, '127.0.0.1', () => resolve(true))
        })
      await expect.poll(taken, { timeout: 200_000, message: 'the turn of this test' }).toBe(true)
      await use(undefined)
      // Removes faults that haven't occurred, so that no other test meets them.
      await fetch(`${sandboxOrigin()}/__ctl`, { method: 'DELETE' })
      await new Promise((resolve) => lock.close(resolve))
    },
    { auto: true },
  ],
})

/** Runs a control command of the sandbox: `razorpay/receive`. */
export async function tellSandbox<Answer>(command: string, ...args: unknown[]): Promise<Answer> {
  const response = await fetch(`${sandboxOrigin()}/__ctl/${command}`, {
    method: 'POST',
    body: JSON.stringify(args),
  })
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Makes the next requests fail, if their path begins like this. */
export async function breakProvider(path: string, times: number): Promise<void> {
  const body = JSON.stringify({ faults: [{ path, method: 'POST', status: 503, times }] })
  await fetch(`${sandboxOrigin()}/__ctl`, { method: 'POST', body })
}

export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768
}

/** Returns the checkout document: in a dialog's frame, on a phone the page itself. */
export function checkoutOf(page: Page): Page | FrameLocator {
  return isPhone(page) ? page : page.frameLocator('iframe[title="Payment"]')
}

type WalletChoice = 'Approve' | 'Approve, then decline the capture' | 'Cancel' | 'Fail'

/** Agrees to the order that is shown. */
export async function agree(page: Page | FrameLocator): Promise<void> {
  await page.getByRole('checkbox', { name: /^I agree to pay/ }).check()
}

/** Agrees to the order in the checkout document, which then calls on the provider. */
export async function agreeInCheckout(checkout: Page | FrameLocator): Promise<void> {
  await agree(checkout)
  await checkout.getByRole('button', { name: 'Continue to payment' }).click()
}

/** Presses the wallet's button, and acts as a buyer in its popup. */
export async function useWallet(page: Page, choice: WalletChoice): Promise<void> {
  const button = checkoutOf(page)
    .frameLocator('iframe[title="PayPal"]')
    .getByRole('button', { name: 'PayPal' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await popup.getByRole('button', { name: choice, exact: true }).click()
}

/** Returns the regional checkout's own modal. */
export function modalOf(page: Page): FrameLocator {
  return checkoutOf(page).frameLocator('iframe[title="Razorpay Checkout"]')
}

/** Expects that the open toast doesn't cover the element in use. */
export async function expectToastBeside(page: Page | FrameLocator, thing: Locator): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notifications/ }).locator('[aria-live] > *')
  // It rises to its place.
  await toast.evaluate((card) => Promise.all(card.getAnimations().map(({ finished }) => finished)))
  const [one, other] = [await toast.boundingBox(), await thing.boundingBox()]
  if (!one || !other) throw new Error('One of them has no size.')
  expect(one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true)
}

/** Finds a payment method by its name. */
export const method = (name: string) => ({ name: new RegExp(`^${name}`) })

/** Agrees to the terms shown, and goes on to the provider's page. */
export async function startOnPage(page: Page): Promise<void> {
  await agree(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL((url) => url.origin === sandboxOrigin())
}

/** Pays on the provider's page, which leads back to the site. */
export async function payOnPage(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  // Confirmed by the provider's record at once, or by its notice a moment later.
  await expect(page.getByText(/^Payment (successful|confirmed)!$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Premium Membership Active' })).toBeVisible()
}

/** Expects the end of a purchase. On a phone that is a separate page, which leads back to the site. */
export async function expectMember(page: Page, said: string): Promise<void> {
  await expect(page.getByText(said)).toBeVisible()
  if (isPhone(page)) await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Premium Membership Active' })).toBeVisible()
}

export { expect }
