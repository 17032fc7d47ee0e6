import { Coverage } from '../e2e/crawl/coverage'
import { accounts, crawlAs, widths } from '../e2e/crawl/roles'
import { test } from '../e2e/support/site'

// The phone leaves out the controls that the desktop has used, unless it runs alone or after a failure. Only
// `every-control` opens the control panel's dialogs at the phone's width: there are as many as on the rest of
// the site.
const desktop = new Coverage()

for (const [width, coverage] of [
  ['desktop', desktop],
  ['phone', new Coverage(desktop, ['admin'])],
] as const) {
  test.describe(width, () => {
    test.use(widths[width])
    test('every control does something', async ({ newPerson, hasTouch }) => {
      test.setTimeout(2_400_000)
      await crawlAs(accounts, newPerson, hasTouch, coverage)
    })
  })
}
