import { adapted, openWhole, tabbed, watchPages } from '../e2e/crawl/adapted'
import { findStops, isForEveryone, routeOf } from '../e2e/crawl/stops'
import { expect, signInAs, test } from '../e2e/support/site'

// In `npm test` these are checked of the main pages. Here of every page, with Tab from its first control to its last.
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
