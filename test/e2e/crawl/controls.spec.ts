import { test } from '../support/site'
import { Coverage } from './coverage'
import { accounts, crawlAs, widths } from './roles'

// A file's tests run in this order: each leaves out what earlier ones have used. A test that runs alone, or
// after a failure, uses everything. The control panel's dialogs are opened at the phone's width by
// `npm run test:long` alone: there are as many as in the rest of the site.
const desktop = new Coverage()

for (const [width, coverage] of [
  ['desktop', desktop],
  ['phone', new Coverage(desktop)],
] as const) {
  test.describe(width, () => {
    test.use(widths[width])
    for (const account of accounts) {
      test(`every control does something, as ${account}`, async ({ newPerson, hasTouch }) => {
        test.setTimeout(1_200_000)
        coverage.opensAgain = account !== 'admin'
        await crawlAs(account, async () => (await newPerson()).newPage(), hasTouch, coverage)
      })
    }
  })
}
