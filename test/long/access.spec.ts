import type { Page } from '@playwright/test'
import { adapted, openWhole, tabbed, watchPages } from '../e2e/crawl/adapted'
import { Coverage } from '../e2e/crawl/coverage'
import { accounts, crawlAs } from '../e2e/crawl/roles'
import { findStops, isForEveryone, routeOf } from '../e2e/crawl/stops'
import { expect, signInAs, test } from '../e2e/support/site'

// `npm test` checks this for the main pages. Here every page is checked, with Tab from its first control to
// its last.
for (const account of ['admin', 'creator', 'visitor']) {
  test(`every page is for all eyes and for keys, as ${account}`, async ({ newPerson }) => {
    test.setTimeout(30 * 60_000)
    const browser = await newPerson()
    const page = await browser.newPage()
    if (account !== 'visitor') await signInAs(page, account)
    await watchPages(page)
    const found: string[] = []
    for (const stop of await findStops(browser.request)) {
      if (account !== 'visitor' && isForEveryone(stop)) continue
      await openWhole(page, stop)
      // An account without access is sent to another page.
      if (routeOf(page.url()) !== routeOf(stop)) continue
      found.push(...[...(await tabbed(page)), ...(await adapted(page))].map((fault) => `${stop}: ${fault}`))
    }
    expect(found).toEqual([])
  })
}

test('every dialog and menu is for all eyes and for keys', async ({ newPerson }) => {
  test.setTimeout(60 * 60_000)
  const ofOverlays = async (page: Page, surface: string) => {
    const found = surface ? await adapted(page) : []
    // The crawl itself has started the media that play there.
    return found.filter((fault) => !fault.endsWith(' plays'))
  }
  await crawlAs(accounts, newPerson, false, new Coverage(undefined, [], true), ofOverlays)
})

for (const [account, routes] of Object.entries({
  visitor: ['/signin', '/signup', '/forgot-password', '/removal'],
  creator: ['/upload-video', '/edit-video/:id'],
  admin: ['/admin settings'],
})) {
  test(`what a form lacks is said to all eyes, as ${account}`, async ({ newPerson }) => {
    const browser = await newPerson()
    const page = await browser.newPage()
    if (account !== 'visitor') await signInAs(page, account)
    await watchPages(page)
    const found: string[] = []
    const stops = await findStops(browser.request)
    for (const route of routes) {
      const stop = stops.find((address) => routeOf(address) === route)
      await openWhole(page, String(stop))
      const form = page.locator('main form:has([type=submit])').last()
      for (const field of await form.getByRole('textbox').all()) await field.fill('')
      await form.locator('[type=submit]').first().click()
      await expect(form.locator('[aria-invalid=true]').first()).toBeVisible()
      found.push(...(await adapted(page)).map((fault) => `${stop}: ${fault}`))
    }
    expect(found).toEqual([])
  })
}
