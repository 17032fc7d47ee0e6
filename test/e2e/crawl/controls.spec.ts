import { test } from '../support/site'
import { Coverage } from './coverage'
import { accounts, crawlAs, widths } from './roles'

// A file's tests run in this order: each leaves out what earlier ones have used. A test that runs alone, or
// after a failure, uses everything.
const members = new Coverage()
// Many controls send a visitor to sign in, so it uses all of them itself.
const visitors = new Coverage()

for (const [width, coverageOf] of [
  ['desktop', { members, visitors }],
  ['phone', { members: new Coverage(members), visitors: new Coverage(visitors) }],
] as const) {
  test.describe(width, () => {
    test.use(widths[width])
    for (const account of accounts) {
      test(`every control does something, as ${account}`, async ({ newPerson, hasTouch }) => {
        test.setTimeout(900_000)
        const coverage = coverageOf[account === 'visitor' ? 'visitors' : 'members']
        await crawlAs(account, async () => (await newPerson()).newPage(), hasTouch, coverage)
      })
    }
  })
}
