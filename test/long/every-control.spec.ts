import { Coverage } from '../e2e/crawl/coverage'
import { accounts, crawlAs, widths } from '../e2e/crawl/roles'
import { test } from '../e2e/support/site'

// In `npm test` an account skips the controls that another one has used. Here each account uses every
// control, at both widths.
for (const width of ['desktop', 'phone'] as const) {
  test.describe(width, () => {
    test.use(widths[width])
    for (const account of accounts) {
      test(`every control does something, as ${account} (${width})`, async ({ newPerson, hasTouch }) => {
        test.setTimeout(30 * 60_000)
        await crawlAs([account], newPerson, hasTouch, new Coverage(undefined, [], true))
      })
    }
  })
}
