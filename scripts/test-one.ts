import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureTools } from '#tools/programs/installed'
import { runScript } from '#tools/programs/process'
import { ensureSecrets } from '#tools/site/local'
import { build } from '#tools/site/steps'
import { findTest, oneTest } from '#tools/tests/one'
import { runPhases } from '#tools/tests/phases'

/**
 * `npm run test:one -- FILE`: runs one test of any kind. Arguments after the file go to its runner, such as
 * `-t "title"` to vitest, and `-g "title"` or `--repeat-each=5` to Playwright.
 */
runScript(async () => {
  const [given = '', ...more] = process.argv.slice(2)
  const file = findTest(given)
  await ensureTools()
  ensureSecrets()
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-one-'))
  try {
    await runPhases([[[build]], [[oneTest(file, more, scratch)]]])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})
