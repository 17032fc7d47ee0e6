import { test } from '../support/site'
import { Coverage } from './coverage'
import { accounts, crawlAs, widths } from './roles'

// The phone leaves out what the desktop has used, unless it runs alone or after a failure. The control panel's dialogs
// are opened at the phone's width by `npm run test:long` alone: there are as many as in the rest of the site.
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
