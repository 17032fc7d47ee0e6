import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '#build/web/build-once'
import { ensureTools } from '#tools/programs/installed'
import { ensureSecrets } from '#tools/site/local'
import { tryOperands } from '#tools/tests/operands/try-operands'
import { isOfBrowsers, writeBrowsers } from '#tools/tests/pages/browsers'
import { writeLong } from '#tools/tests/pages/long'
import { specsOf } from '#tools/tests/playwright/report'
import { runConfig } from '#tools/tests/playwright/run-config'

/**
 * `npm run test:long`: tests that take minutes. Writes docs/long-tests.md and docs/browsers.md. With a part
 * of a path, as in `npm run test:long -- long/browsers`, it runs the matching tests alone. With `operands`, and
 * perhaps a pattern of files, it only leaves out operands of the conditions on which access depends.
 */
const files = process.argv.slice(2)
const isOfOperands = files[0] === 'operands'
await ensureTools()
ensureSecrets()
await buildWeb()
const passed = isOfOperands || (await runBrowser())
const isNoticed = isOfOperands || files.length === 0 ? await tryOperands(files[1]) : true
process.exitCode = passed && isNoticed ? 0 : 1

async function runBrowser(): Promise<boolean> {
  const scratch = mkdtempSync(join(tmpdir(), 'nocturne-long-'))
  try {
    const { suites, stats, ok } = await runConfig('test/long/playwright.config.ts', scratch, files)
    const specs = suites.flatMap(specsOf)
    const ofBrowsers = specs.filter(isOfBrowsers)
    if (ofBrowsers.length > 0) writeBrowsers(ofBrowsers)
    writeLong(
      specs.filter((spec) => !isOfBrowsers(spec)),
      files.length === 0,
    )
    process.stdout.write(`\n${stats.expected} passed, ${stats.unexpected} failed, ${stats.skipped} not run\n`)
    return ok
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
