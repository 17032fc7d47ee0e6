import { Coverage } from './crawl/coverage'
import { accounts, crawlAs, widths } from './crawl/roles'
import { test } from './support/site'

// Of thousands of steps: recording them would take longer than the steps.
test.use({ trace: 'off' })

// In this order and one after the other, which a file's tests are: each leaves out what those before it have used. One
// that runs alone, or after a failure, knows of none and uses everything.
const desktop = new Coverage()
for (const [width, coverage] of [
  ['desktop', desktop],
  ['phone', new Coverage(desktop)],
] as const) {
  test.describe(width, () => {
    test.use(widths[width])
    for (const account of accounts) {
      test(`every control does something, as ${account}`, async ({ newPerson, hasTouch }) => {
        test.setTimeout(900_000)
        const page = await (await newPerson()).newPage()
        await crawlAs(account, page, hasTouch, coverage)
      })
    }
  })
}
